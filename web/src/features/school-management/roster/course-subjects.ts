import { EXTRA_SUBJECTS, SUBJECTS } from '../../../../../domain/subjects.ts';

/** Spelled without what titles differ in: 'Math: AA HL', 'math aa (HL)'. */
const spelled = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]/g, '');

/** How schools write the longest names. */
const SHORT: Record<string, string> = {
  mathematicsanalysisandapproaches: 'math_aa',
  mathsanalysisandapproaches: 'math_aa',
  mathanalysisandapproaches: 'math_aa',
  mathematicsaa: 'math_aa',
  mathsaa: 'math_aa',
  mathaa: 'math_aa',
  mathematicsapplicationsandinterpretation: 'math_ai',
  mathematicsai: 'math_ai',
  mathsai: 'math_ai',
  mathai: 'math_ai',
  ess: 'ess',
  dt: 'design_tech',
  compsci: 'computer_science',
  businessmanagement: 'business',
};

const ALL = /* @__PURE__ */ [...SUBJECTS, ...EXTRA_SUBJECTS];
const BY_NAME = /* @__PURE__ */ new Map(ALL.map(({ id, name }) => [spelled(name), id]));
const IDS = /* @__PURE__ */ new Set(ALL.map(({ id }) => id));

/** The subject that a course is by its title; undefined where it takes a person to say. */
export function subjectFor(title: string): string | undefined {
  const name = spelled(title.replace(/\bIB(DP)?\b/gi, ''));
  const exact = BY_NAME.get(name);
  if (exact !== undefined) return exact;
  const level = /(hl|sl)$/.exec(name)?.[1];
  if (!level) return undefined;
  const family = SHORT[name.slice(0, -2)];
  const id = `${family}_${level}`;
  return family !== undefined && IDS.has(id) ? id : undefined;
}
