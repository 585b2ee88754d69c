import { type Mutant, makeMutant } from './mutant.ts';
import { isNode, type Node, parse, visit } from './syntax.ts';

/** What each declaration becomes when it guards less. One that guards nothing is not here. */
const WEAKER: Record<string, string[]> = {
  student: ['signedIn', 'anyone'],
  teacher: ['signedIn', 'anyone'],
  schoolAdmin: ['signedIn', 'anyone'],
  tracker: ['signedIn', 'anyone'],
  trackerOrGuest: ['anyone'],
  signedIn: ['anyone'],
  platformAdmin: ['public'],
};

/** The text of a key, quoted or not, or of a literal. */
const nameOf = (key: unknown): string => {
  const name = isNode(key) ? (key['value'] ?? key['name']) : undefined;
  return typeof name === 'string' ? name : '';
};

/** The access of every endpoint that a file of the contract declares, made weaker. */
export const findAccess = (file: string, source: string): Mutant[] => {
  const mutants: Mutant[] = [];
  visit(parse(file, source), (node) => {
    if (node.type !== 'Property' || !/^[A-Z]+ \//.test(nameOf(node['key']))) return;
    const address = nameOf(node['key']);
    const members = (node['value'] as { properties?: Node[] }).properties ?? [];
    const access = members.find((member) => nameOf(member['key']) === 'access')?.['value'];
    if (!isNode(access)) throw new Error(`${address} declares no access.`);
    for (const weaker of WEAKER[nameOf(access)] ?? []) {
      const { start, end } = access;
      const change = { file, kind: 'access' as const, start, end, replacement: `'${weaker}'` };
      mutants.push(makeMutant(source, { ...change, note: `${weaker}: ${address}` }));
    }
  });
  return mutants;
};

/** Whom the server takes a caller for when it asks; the platform admin is asked for a password instead. */
const CALLERS = ['anonymous', 'student', 'teacher', 'school_admin'];

/** Every list of who is admitted, with one more on it. */
export const findAdmissions = (file: string, source: string): Mutant[] => {
  const mutants: Mutant[] = [];
  visit(parse(file, source), (node) => {
    if (node.type !== 'Property' || nameOf(node['key']) === 'platformAdmin') return;
    const list = node['value'];
    if (!isNode(list) || list.type !== 'ArrayExpression') return;
    const admitted = (list['elements'] as Node[]).map((element) => element['value']);
    for (const caller of CALLERS.filter((one) => !admitted.includes(one))) {
      const { start, end } = list;
      const replacement = `${source.slice(start, end - 1)}, '${caller}']`;
      const change = { file, kind: 'admission' as const, start, end, replacement };
      mutants.push(makeMutant(source, { ...change, note: `${nameOf(node['key'])} admits ${caller}` }));
    }
  });
  return mutants;
};
