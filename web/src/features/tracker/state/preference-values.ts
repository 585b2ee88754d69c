import { PAPERS, type Paper, type TimezoneOverrides } from '../../../../../domain/papers.ts';
import { isKnownSubject } from '../../../../../domain/subjects.ts';
import { YEARS, type YearRange } from '../../../../../domain/years.ts';
import { entriesOf } from '../../../guest/local-work.ts';

export type YearRanges = Readonly<Record<string, YearRange>>;

export interface Preferences {
  ranges: YearRanges;
  overrides: TimezoneOverrides;
}

export const NO_PREFERENCES: Preferences = { ranges: {}, overrides: {} };

/** Of anything, the year ranges that make sense. */
export function rangesIn(value: unknown): YearRanges {
  const ranges: Record<string, YearRange> = {};
  for (const [subjectId, range] of entriesOf(value)) {
    const fields = new Map(entriesOf(range));
    const startYear = yearIn(fields.get('startYear'));
    const endYear = yearIn(fields.get('endYear'));
    if (startYear === undefined || endYear === undefined || startYear > endYear) continue;
    if (isKnownSubject(subjectId)) ranges[subjectId] = { startYear, endYear };
  }
  return ranges;
}

function yearIn(value: unknown): number | undefined {
  return YEARS.find((year) => year === value);
}

export function overridesIn(value: unknown): TimezoneOverrides {
  const overrides: Record<string, Partial<Record<Paper, boolean>>> = {};
  for (const [subjectId, choices] of entriesOf(value)) {
    const readable = entriesOf(choices).filter(
      (entry): entry is [Paper, boolean] =>
        PAPERS.some((paper) => paper === entry[0]) && typeof entry[1] === 'boolean',
    );
    if (readable.length > 0 && isKnownSubject(subjectId)) overrides[subjectId] = Object.fromEntries(readable);
  }
  return overrides;
}

/** Subject by subject, `first` where it says something. */
export function merged(first: Preferences, second: Preferences): Preferences {
  return {
    ranges: { ...second.ranges, ...first.ranges },
    overrides: { ...second.overrides, ...first.overrides },
  };
}

/** The order in which subjects were set does not count. */
export function isSame(one: Preferences, other: Preferences): boolean {
  return canonical(one) === canonical(other);
}

function canonical({ ranges, overrides }: Preferences): string {
  return JSON.stringify([
    Object.keys(ranges)
      .toSorted()
      .map((id) => [id, ranges[id]?.startYear, ranges[id]?.endYear]),
    Object.keys(overrides)
      .toSorted()
      .map((id) => [id, PAPERS.map((paper) => overrides[id]?.[paper] ?? null)]),
  ]);
}
