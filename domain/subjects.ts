type Level = 'SL' | 'HL';
export type GroupId = 1 | 2 | 3 | 4 | 5 | 6;

export interface Subject {
  id: string;
  name: string;
  group: GroupId;
}

export const SUBJECT_GROUPS: readonly { id: GroupId; name: string }[] = [
  { id: 1, name: 'Studies in Language and Literature' },
  { id: 2, name: 'Language Acquisition' },
  { id: 3, name: 'Individuals and Societies' },
  { id: 4, name: 'Sciences' },
  { id: 5, name: 'Mathematics' },
  { id: 6, name: 'The Arts' },
];

// A family is a course; it becomes two subjects, SL and HL, unless it says 'one level'.
// No id contains a dash: the dash separates the parts of a completion key.
type Family = readonly [id: string, name: string, group: GroupId, levels?: 'one level'];

const PICKABLE_FAMILIES = [
  ['english_a_lit', 'English A Literature', 1],
  ['english_a_lang_lit', 'English A Language & Literature', 1],
  ['german_a_lang_lit', 'German A Language & Literature', 1],
  ['english_b', 'English B', 2],
  ['french_b', 'French B', 2],
  ['spanish_b', 'Spanish B', 2],
  ['german_b', 'German B', 2],
  ['italian_b', 'Italian B', 2],
  ['italian_ab_initio', 'Italian ab initio', 2, 'one level'],
  ['history', 'History', 3],
  ['geography', 'Geography', 3],
  ['economics', 'Economics', 3],
  ['psychology', 'Psychology', 3],
  ['business', 'Business Management', 3],
  ['philosophy', 'Philosophy', 3],
  ['politics', 'Politics', 3],
  ['biology', 'Biology', 4],
  ['chemistry', 'Chemistry', 4],
  ['physics', 'Physics', 4],
  ['computer_science', 'Computer Science', 4],
  ['ess', 'Environmental Systems & Societies', 4],
  ['design_tech', 'Design Technology', 4],
  ['math_aa', 'Mathematics: Analysis & Approaches', 5],
  ['math_ai', 'Mathematics: Applications & Interpretation', 5],
  ['visual_arts', 'Visual Arts', 6],
  ['music', 'Music', 6],
  ['theatre', 'Theatre', 6],
] as const satisfies readonly Family[];

const EXTRA_FAMILIES = [
  ['german_a_lit', 'German A Literature', 1],
  ['french_a_lit', 'French A Literature', 1],
  ['spanish_a_lit', 'Spanish A Literature', 1],
  ['latin', 'Latin', 2],
  ['anthropology', 'Social & Cultural Anthropology', 3],
  ['itgs', 'Information Technology in a Global Society', 3],
  ['global_politics', 'Global Politics', 3],
  ['sports_science', 'Sports, Exercise & Health Science', 4],
  ['dance', 'Dance', 6],
  ['film', 'Film', 6],
] as const satisfies readonly Family[];

export type FamilyId = (typeof PICKABLE_FAMILIES | typeof EXTRA_FAMILIES)[number][0];

const LEVELS: readonly Level[] = ['SL', 'HL'];

function expand(families: readonly Family[]): readonly Subject[] {
  return families.flatMap(([id, name, group, oneLevel]) =>
    oneLevel
      ? [{ id, name, group }]
      : LEVELS.map((level) => ({ id: `${id}_${level.toLowerCase()}`, name: `${name} ${level}`, group })),
  );
}

export const SUBJECTS: readonly Subject[] = /* @__PURE__ */ expand(PICKABLE_FAMILIES);

/** Known, so that records for them are accepted and shown, but not offered in the picker. */
export const EXTRA_SUBJECTS: readonly Subject[] = /* @__PURE__ */ expand(EXTRA_FAMILIES);

export function findSubject(id: string): Subject | undefined {
  const hasId = (subject: Subject) => subject.id === id;
  return SUBJECTS.find(hasId) ?? EXTRA_SUBJECTS.find(hasId);
}

export function isKnownSubject(id: string): boolean {
  return findSubject(id) !== undefined;
}

export function subjectName(id: string): string {
  return findSubject(id)?.name ?? id;
}

export function subjectsOfGroup(group: GroupId): readonly Subject[] {
  return SUBJECTS.filter((subject) => subject.group === group);
}
