import { type Mutant, makeMutant } from './mutant.ts';
import { calleeOf, isNode, type Node, parse, visit } from './syntax.ts';

/** Not a refusal: something behind us is away, or something went wrong. */
const NO_REFUSALS = /^(Error|TypeError|RangeError|unavailable|Object\.assign|translated)$/;
/** Steps that throw when something is wrong, that count attempts, or that end sessions. */
const STEPS = /^(refuse[A-Z]\w*|get[A-Z]\w*|throttle\.(hit\w*|guess|wait)|deleteSession\w*)$/;

/** What a statement throws, if that is all it does. */
const thrownBy = (statement: unknown): Node | undefined => {
  if (!isNode(statement)) return undefined;
  if (statement.type === 'ThrowStatement') return statement['argument'] as Node;
  const body = statement['body'];
  return statement.type === 'BlockStatement' && Array.isArray(body) && body.length === 1
    ? thrownBy(body[0])
    : undefined;
};

const isRefusal = (thrown: Node | undefined): boolean => {
  if (!thrown) return false;
  if (thrown.type === 'ConditionalExpression') return true;
  const callee = calleeOf(thrown);
  return callee !== undefined && !NO_REFUSALS.test(callee);
};

/** Where a refusal is an answer of nothing instead of an error. */
const REFUSE_BY_NOTHING = [
  'server/features/evidence/signing.ts',
  'server/features/tracker/tracker.routes.ts',
];

const returnsNothing = (statement: unknown): boolean =>
  isNode(statement) &&
  statement.type === 'ReturnStatement' &&
  isNode(statement['argument']) &&
  ((statement['argument'].type === 'Identifier' && statement['argument']['name'] === 'undefined') ||
    (statement['argument'].type === 'Literal' && statement['argument']['value'] === false));

/** `a || b` refuses for two reasons; each is a guard. */
const reasonsOf = (condition: Node): Node[] => {
  if (condition.type === 'ParenthesizedExpression') return reasonsOf(condition['expression'] as Node);
  if (condition.type !== 'LogicalExpression' || condition['operator'] !== '||') return [condition];
  return [...reasonsOf(condition['left'] as Node), ...reasonsOf(condition['right'] as Node)];
};

/** Every refusal in a file, taken away: its condition is still worked out, and then does not matter. */
export const findGuardsInCode = (file: string, source: string): Mutant[] => {
  const mutants: Mutant[] = [];
  const mayRefuseByNothing = REFUSE_BY_NOTHING.includes(file);
  const neverRefuse = (condition: Node) => {
    for (const { start, end } of reasonsOf(condition)) {
      const replacement = `((${source.slice(start, end)}), false)`;
      mutants.push(makeMutant(source, { file, kind: 'refusal', start, end, replacement }));
    }
  };
  visit(parse(file, source), (node) => {
    if (node.type === 'IfStatement') {
      const then = node['consequent'];
      if (isRefusal(thrownBy(then)) || (mayRefuseByNothing && returnsNothing(then)))
        neverRefuse(node['test'] as Node);
    }
    if (node.type === 'ConditionalExpression' && mayRefuseByNothing) {
      const otherwise = node['alternate'];
      const isNothing =
        isNode(otherwise) && otherwise.type === 'Identifier' && otherwise['name'] === 'undefined';
      const { start, end } = node['test'] as Node;
      const replacement = `((${source.slice(start, end)}), true)`;
      if (isNothing) mutants.push(makeMutant(source, { file, kind: 'refusal', start, end, replacement }));
    }
    if (node.type === 'ExpressionStatement') {
      const callee = calleeOf(node['expression']);
      const { start, end } = node;
      if (callee !== undefined && STEPS.test(callee))
        mutants.push(makeMutant(source, { file, kind: 'step', start, end, replacement: ';' }));
    }
  });
  return mutants;
};
