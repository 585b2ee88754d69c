import { type Availability, availability } from './catalogue.ts';
import type { FamilyId } from './subjects.ts';
import { fullYearRange, isHeld, type Sitting, sittingsInRange } from './years.ts';

export const PAPERS = ['paper1', 'paper2', 'paper3', 'essay'] as const;
export type Paper = (typeof PAPERS)[number];

export const TIMEZONES = ['TZ1', 'TZ2'] as const;
export type Timezone = (typeof TIMEZONES)[number];

/** Which of the two variants a student sits: for most it is the same in every subject. */
export const SITS = [...TIMEZONES, 'both'] as const;
export type Sits = (typeof SITS)[number];

/** Which papers count: all that the tracker has, or only those that were really set, in the versions they had. */
export const WHICH_PAPERS = ['all', 'set'] as const;
export type WhichPapers = (typeof WHICH_PAPERS)[number];

/** Per subject id and paper, where the user's choice differs from the default. */
export type TimezoneOverrides = Readonly<Record<string, Readonly<Partial<Record<Paper, boolean>>>>>;

export interface SubjectSitting extends Sitting {
  subjectId: string;
}

/** A student's own settings, which decide what counts. */
export interface Counting {
  overrides?: TimezoneOverrides | undefined;
  sits?: Sits | undefined;
  which?: WhichPapers | undefined;
}

type Zone = Timezone | null;

export interface SittingPaper {
  paper: Paper;
  zones: readonly Zone[];
  /** The variant that the student does not sit: shown and counted only where it has been done. */
  besides: readonly Timezone[];
  /** Versions that this paper did not have: shown only where done, and then counted in the place of one that is not. */
  strays: readonly Zone[];
  /**
   * Shown only where there is something in the record, and never counted: of a paper that was not set, and of one that
   * has other versions where only papers that were set count. After a user's own choice of variants other records wait
   * unseen for the choice that shows them.
   */
  uncounted: readonly Zone[];
  /** Why it was not set; then it has no version. Follows 'Not set: '. */
  notSet?: string;
}

// `*`: the TZ1/TZ2 variants of this paper are on by default.
type Cell = Paper | `${Paper}*`;
type Row = readonly [sl: readonly Cell[], hl?: readonly Cell[]];

const ENGLISH_A: Row = [
  ['paper1*', 'paper2*'],
  ['paper1*', 'paper2*', 'essay'],
];
const OTHER_LANGUAGE_A: Row = [
  ['paper1', 'paper2'],
  ['paper1', 'paper2', 'essay'],
];
const LANGUAGE_B: Row = [
  ['paper1', 'paper2*'],
  ['paper1', 'paper2*'],
];
const PLAIN_THIRD_AT_HL: Row = [
  ['paper1*', 'paper2*'],
  ['paper1*', 'paper2*', 'paper3'],
];
const THIRD_AT_HL: Row = [
  ['paper1*', 'paper2*'],
  ['paper1*', 'paper2*', 'paper3*'],
];
const NO_VARIANTS_THIRD_AT_HL: Row = [
  ['paper1', 'paper2'],
  ['paper1', 'paper2', 'paper3'],
];
const NO_VARIANTS_TWO: Row = [
  ['paper1', 'paper2'],
  ['paper1', 'paper2'],
];
const SCIENCE: Row = [
  ['paper1*', 'paper2*', 'paper3*'],
  ['paper1*', 'paper2*', 'paper3*'],
];

// Private on purpose: use papersOfSitting, which knows how papers changed over the years.
const PAPER_TABLE: Readonly<Record<FamilyId, Row>> = {
  english_a_lit: ENGLISH_A,
  english_a_lang_lit: ENGLISH_A,
  german_a_lang_lit: OTHER_LANGUAGE_A,
  english_b: LANGUAGE_B,
  french_b: LANGUAGE_B,
  spanish_b: LANGUAGE_B,
  german_b: LANGUAGE_B,
  italian_b: LANGUAGE_B,
  italian_ab_initio: [['paper1', 'paper2*']],
  history: PLAIN_THIRD_AT_HL,
  geography: PLAIN_THIRD_AT_HL,
  psychology: PLAIN_THIRD_AT_HL,
  economics: THIRD_AT_HL,
  business: THIRD_AT_HL,
  philosophy: NO_VARIANTS_THIRD_AT_HL,
  politics: NO_VARIANTS_THIRD_AT_HL,
  biology: SCIENCE,
  chemistry: SCIENCE,
  physics: SCIENCE,
  computer_science: THIRD_AT_HL,
  design_tech: THIRD_AT_HL,
  ess: [
    ['paper1*', 'paper2*'],
    ['paper1*', 'paper2*'],
  ],
  math_aa: THIRD_AT_HL,
  math_ai: THIRD_AT_HL,
  visual_arts: [['paper1'], ['paper1']],
  theatre: [['paper1'], ['paper1']],
  music: [['paper1*'], ['paper1*']],
  german_a_lit: OTHER_LANGUAGE_A,
  french_a_lit: OTHER_LANGUAGE_A,
  spanish_a_lit: OTHER_LANGUAGE_A,
  latin: NO_VARIANTS_TWO,
  global_politics: NO_VARIANTS_TWO,
  dance: NO_VARIANTS_TWO,
  film: NO_VARIANTS_TWO,
  anthropology: NO_VARIANTS_THIRD_AT_HL,
  itgs: NO_VARIANTS_THIRD_AT_HL,
  sports_science: NO_VARIANTS_THIRD_AT_HL,
};

/** Which papers a subject has, each with its default for variants. */
type VariantDefaults = ReadonlyMap<Paper, boolean>;

const DEFAULTS: ReadonlyMap<string, VariantDefaults> = /* @__PURE__ */ expand(PAPER_TABLE);

function expand(table: Readonly<Record<string, Row>>): ReadonlyMap<string, VariantDefaults> {
  const bySubject = new Map<string, VariantDefaults>();
  for (const [family, [sl, hl]] of Object.entries(table)) {
    bySubject.set(hl ? `${family}_sl` : family, variantDefaults(sl));
    if (hl) bySubject.set(`${family}_hl`, variantDefaults(hl));
  }
  return bySubject;
}

function variantDefaults(cells: readonly Cell[]): VariantDefaults {
  const defaults = new Map<Paper, boolean>();
  for (const paper of PAPERS) {
    if (cells.includes(`${paper}*`)) defaults.set(paper, true);
    else if (cells.includes(paper)) defaults.set(paper, false);
  }
  return defaults;
}

export function paperLabel(paper: Paper): string {
  return paper === 'essay' ? 'Essay' : `Paper ${paper.slice('paper'.length)}`;
}

export function hasVariantsByDefault(subjectId: string, paper: Paper): boolean {
  return DEFAULTS.get(subjectId)?.get(paper) ?? false;
}

export function hasVariants(subjectId: string, paper: Paper, overrides: TimezoneOverrides): boolean {
  return overrides[subjectId]?.[paper] ?? hasVariantsByDefault(subjectId, paper);
}

const NO_ZONES = [null] as const;
const ALL_ZONES = [null, ...TIMEZONES] as const;

/** The papers of one subject in one sitting; empty when it was not held or the subject is unknown. */
export function papersOfSitting(
  sitting: SubjectSitting,
  { overrides = {}, sits = 'both', which = 'all' }: Counting = {},
): readonly SittingPaper[] {
  const { subjectId, year, session } = sitting;
  const defaults = DEFAULTS.get(subjectId);
  if (!defaults || !isHeld(year, session)) return [];
  return Array.from(defaults, ([paper, isTwoByDefault]) => {
    const known = availability(sitting, paper);
    if (which === 'set' && known.state === 'not set')
      return { paper, zones: [], besides: [], strays: [], uncounted: ALL_ZONES, notSet: known.reason };
    const chosen = overrides[subjectId]?.[paper];
    const isTwoAsSet = hasTwoVersions(known) ?? isTwoByDefault;
    const isTwo = chosen ?? (which === 'set' ? isTwoAsSet : isTwoByDefault);
    const zones = zonesOf(isTwo, sits);
    const besides = isTwo ? TIMEZONES.filter((zone) => !zones.includes(zone)) : [];
    const others = isTwo ? NO_ZONES : TIMEZONES;
    if (which === 'set') return { paper, zones, besides, strays: others, uncounted: [] };
    const hasOthers = chosen === undefined && isTwoAsSet !== isTwoByDefault;
    return { paper, zones, besides, strays: [], uncounted: hasOthers ? others : [] };
  });
}

/** Undefined where nobody knows. A paper that was not set is ticked without a version by those who have done it. */
function hasTwoVersions(known: Availability): boolean | undefined {
  if (known.state === 'not set') return false;
  return known.state === 'set' && known.versions ? known.versions === 2 : undefined;
}

function zonesOf(isTwo: boolean, sits: Sits): readonly Zone[] {
  if (!isTwo) return NO_ZONES;
  return sits === 'both' ? TIMEZONES : [sits];
}

/** Why a paper does not count, if it does not. Follows 'Not set: '. */
export function whyNotSet(
  { paper, ...sitting }: SubjectSitting & { paper: Paper },
  which: WhichPapers,
): string | undefined {
  return papersOfSitting(sitting, { which }).find((other) => other.paper === paper)?.notSet;
}

/** Every paper that any sitting of the subject has: the columns of its tracker. */
export function papersOfSubject(subjectId: string): readonly Paper[] {
  const ever = new Set<Paper>();
  for (const { year, session } of sittingsInRange(fullYearRange())) {
    for (const { paper } of papersOfSitting({ subjectId, year, session })) ever.add(paper);
  }
  return PAPERS.filter((paper) => ever.has(paper));
}
