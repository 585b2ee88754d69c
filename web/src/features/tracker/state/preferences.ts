import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Output } from '../../../../../contract/index.ts';
import {
  PAPERS,
  type Paper,
  SITS,
  type Sits,
  type TimezoneOverrides,
  WHICH_PAPERS,
  type WhichPapers,
} from '../../../../../domain/papers.ts';
import type { CountedQuestion } from '../../../../../domain/progress.ts';
import { isKnownSubject } from '../../../../../domain/subjects.ts';
import {
  defaultYearRange,
  FIRST_YEAR,
  MAX_YEAR,
  withStartYear,
  type YearRange,
} from '../../../../../domain/years.ts';
import { call } from '../../../api/call.ts';
import { withTimeout } from '../../../api/with-timeout.ts';
import { objectIn, parseJson } from '../../../guest/work-store.ts';
import { createListeners } from '../../../state/observable.ts';
import { readStored, subscribeStored, writeStored } from '../../../storage.ts';
import type { UserLink } from './transport.ts';

/**
 * Year ranges, timezone overrides, and which variants and papers count. Always kept on this device; a user's also on the
 * server. They are shown as they were set even when the server cannot be told: it is told at the next change or load.
 */

const QUIET_FOR = 300;

type YearRanges = Readonly<Record<string, YearRange>>;

export interface Preferences {
  ranges: YearRanges;
  overrides: TimezoneOverrides;
  /** Null until the student has said. */
  sits: Sits | null;
  /** Which papers count; null until the student has said. */
  papers: WhichPapers | null;
}

const NO_PREFERENCES: Preferences = { ranges: {}, overrides: {}, sits: null, papers: null };

let shown: Preferences = NO_PREFERENCES;
/** Grows with every change made or heard of: an answer that was asked for before it is no longer news. */
let version = 0;
let link: UserLink | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
let endFollowing: (() => void) | undefined;
const changes = createListeners();

function readLocal(): Preferences {
  return {
    ranges: rangesIn(parseJson(readStored('subjectYearRanges'))),
    overrides: overridesIn(parseJson(readStored('timezoneOverrides'))),
    sits: sitsIn(readStored('sits')),
    papers: papersIn(readStored('papers')),
  };
}

function show(next: Preferences): void {
  if (isSame(next, shown)) return;
  shown = next;
  changes.tell();
}

function keep(next: Preferences): void {
  show(next);
  writeStored('subjectYearRanges', JSON.stringify(next.ranges));
  writeStored('timezoneOverrides', JSON.stringify(next.overrides));
  writeStored('sits', next.sits ?? undefined);
  writeStored('papers', next.papers ?? undefined);
}

export function openGuestPreferences(): void {
  closePreferences();
  show(readLocal());
  const follow = (elsewhere: boolean) => elsewhere && show(readLocal());
  const names = ['subjectYearRanges', 'timezoneOverrides', 'sits', 'papers'] as const;
  const ends = names.map((name) => subscribeStored(name, follow));
  endFollowing = () => {
    for (const end of ends) end();
  };
}

export function openUserPreferences(next: UserLink): void {
  closePreferences();
  link = next;
  show(readLocal());
}

export function closePreferences(): void {
  clearTimeout(timer);
  endFollowing?.();
  endFollowing = undefined;
  link = undefined;
  show(NO_PREFERENCES);
}

/** Call it when they are asked for; call what it answers when they have come. */
export function beginReadingPreferences(): (answer: Output<'GET /users/me/preferences'>) => void {
  const asked = version;
  return (answer) => {
    const theirs = {
      ranges: rangesIn(answer.year_ranges),
      overrides: overridesIn(answer.timezone_overrides),
      sits: sitsIn(answer.sits),
      papers: papersIn(answer.papers),
    };
    // The server's win, unless it has not heard of the last change made here.
    const next = isUnsent() || asked !== version ? merged(shown, theirs) : merged(theirs, shown);
    keep(next);
    if (isSame(next, theirs)) markUnsent(false);
    else sendSoon(0);
  };
}

export function hearPreferences(preferences: Preferences): void {
  version += 1;
  // A tab of an earlier version does not speak of all of them.
  show({ ...shown, ...preferences });
}

export function setYearRange(subjectId: string, range: YearRange): void {
  const sound = withStartYear(range, range.startYear);
  change({ ...shown, ranges: { ...shown.ranges, [subjectId]: sound } });
}

export function setTimezoneOverride(subjectId: string, paper: Paper, on: boolean): void {
  const choices = { ...shown.overrides[subjectId], [paper]: on };
  change({ ...shown, overrides: { ...shown.overrides, [subjectId]: choices } });
}

/** From now on the default decides again or, where only papers that were set count, each sitting. */
export function clearTimezoneOverride(subjectId: string, paper: Paper): void {
  const { [paper]: _cleared, ...choices } = shown.overrides[subjectId] ?? {};
  change({ ...shown, overrides: { ...shown.overrides, [subjectId]: choices } });
}

export const setSits = (sits: Sits) => change({ ...shown, sits });
export const setPapers = (papers: WhichPapers) => change({ ...shown, papers });

function change(next: Preferences): void {
  version += 1;
  keep(next);
  link?.post({ kind: 'preferences', preferences: next });
  sendSoon(QUIET_FOR);
}

const isUnsent = () => link !== undefined && readStored('preferencesUnsent') === String(link.userId);

function markUnsent(is: boolean): void {
  if (link && is !== isUnsent()) writeStored('preferencesUnsent', is ? String(link.userId) : undefined);
}

function sendSoon(delay: number): void {
  if (!link) return;
  markUnsent(true);
  clearTimeout(timer);
  timer = setTimeout(() => void send(), delay);
}

async function send(): Promise<void> {
  const mine = link;
  // While one is under way the next waits for it: two at once could arrive in the wrong order.
  if (!mine?.mayCall() || isSending) return;
  const sent = shown;
  isSending = true;
  let isSaved = false;
  try {
    const json = {
      year_ranges: { ...sent.ranges },
      timezone_overrides: { ...sent.overrides },
      sits: sent.sits,
      papers: sent.papers,
    };
    await withTimeout((signal) => call('PUT /users/me/preferences', { json, signal }));
    isSaved = true;
  } catch {
    // Stays marked as unsent and goes with the next change or load.
  }
  isSending = false;
  if (mine.isClosed() || !isSaved) return;
  if (shown === sent) markUnsent(false);
  else sendSoon(QUIET_FOR);
}

export const readYearRange = (subjectId: string): YearRange => shown.ranges[subjectId] ?? defaultYearRange();
export const readTimezoneOverrides = (): TimezoneOverrides => shown.overrides;

export function useYearRange(subjectId: string): YearRange {
  const read = useCallback(() => readYearRange(subjectId), [subjectId]);
  const range = useSyncExternalStore(changes.subscribe, read, defaultYearRange);
  // It may have been chosen while more years were open.
  return useMemo(() => withStartYear(range, range.startYear), [range]);
}

export function useTimezoneOverrides(): TimezoneOverrides {
  return useSyncExternalStore(changes.subscribe, readTimezoneOverrides, () => NO_PREFERENCES.overrides);
}

const readSits = (): Sits | null => shown.sits;

/** Which variants the student sits, and whether they have said so. */
export function useSits(): { sits: Sits; isChosen: boolean } {
  const sits = useSyncExternalStore(changes.subscribe, readSits, () => null);
  return { sits: sits ?? 'both', isChosen: sits !== null };
}

const readPapers = (): WhichPapers => shown.papers ?? 'all';
export const usePapers = (): WhichPapers => useSyncExternalStore(changes.subscribe, readPapers, () => 'all');

/** Whether the student has said which papers count. */
export const useIsPapersChosen = (): boolean =>
  useSyncExternalStore(
    changes.subscribe,
    () => shown.papers !== null,
    () => true,
  );

/** All that decides which papers of a subject count. */
export function useCountedQuestion(subjectId: string) {
  const range = useYearRange(subjectId);
  const overrides = useTimezoneOverrides();
  const { sits } = useSits();
  const which = usePapers();
  return useMemo(
    () => ({ subjectId, range, overrides, sits, which }),
    [subjectId, range, overrides, sits, which],
  );
}

/** The same for several subjects. */
export function useCountedQuestions(subjects: readonly string[]): CountedQuestion[] {
  const { ranges, overrides, sits, papers } = useSyncExternalStore(
    changes.subscribe,
    () => shown,
    () => NO_PREFERENCES,
  );
  return useMemo(
    () =>
      subjects.map((subjectId) => {
        const range = ranges[subjectId] ?? defaultYearRange();
        return {
          subjectId,
          range: withStartYear(range, range.startYear),
          overrides,
          sits: sits ?? 'both',
          which: papers ?? 'all',
        };
      }),
    [subjects, ranges, overrides, sits, papers],
  );
}

const dismiss = () => writeStored('timezoneBannerDismissed', 'true');

/** Belongs to the device, not to the user: it is advice that was read here. */
export function useTimezoneBanner(): { isDismissed: boolean; dismiss: () => void } {
  const isDismissed = useSyncExternalStore(
    (listener) => subscribeStored('timezoneBannerDismissed', listener),
    () => readStored('timezoneBannerDismissed') === 'true',
    // Not known while the page is drawn at build time, and a banner that goes away is worse than one that comes.
    () => true,
  );
  return { isDismissed, dismiss };
}

/** Of anything, the year ranges that make sense. */
function rangesIn(value: unknown): YearRanges {
  const ranges: Record<string, YearRange> = {};
  for (const [subjectId, range] of Object.entries(objectIn(value))) {
    const { startYear: start, endYear: end } = objectIn(range);
    const startYear = yearIn(start);
    const endYear = yearIn(end);
    if (startYear === undefined || endYear === undefined || startYear > endYear) continue;
    if (isKnownSubject(subjectId)) ranges[subjectId] = { startYear, endYear };
  }
  return ranges;
}

function papersIn(value: unknown): WhichPapers | null {
  return WHICH_PAPERS.find((choice) => choice === value) ?? null;
}

function sitsIn(value: unknown): Sits | null {
  return SITS.find((choice) => choice === value) ?? null;
}

function yearIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= FIRST_YEAR && value <= MAX_YEAR
    ? value
    : undefined;
}

function overridesIn(value: unknown): TimezoneOverrides {
  const overrides: Record<string, Partial<Record<Paper, boolean>>> = {};
  for (const [subjectId, choices] of Object.entries(objectIn(value))) {
    const readable = Object.entries(objectIn(choices)).filter(
      (entry): entry is [Paper, boolean] =>
        PAPERS.some((paper) => paper === entry[0]) && typeof entry[1] === 'boolean',
    );
    // None left is a choice too: the last one was taken back.
    const isSound = readable.length > 0 || JSON.stringify(choices) === '{}';
    if (isSound && isKnownSubject(subjectId)) overrides[subjectId] = Object.fromEntries(readable);
  }
  return overrides;
}

/** Subject by subject, `first` where it says something. */
function merged(first: Preferences, second: Preferences): Preferences {
  return {
    ranges: { ...second.ranges, ...first.ranges },
    overrides: { ...second.overrides, ...first.overrides },
    sits: first.sits ?? second.sits,
    papers: first.papers ?? second.papers,
  };
}

/** The order in which subjects were set does not count. */
function isSame(one: Preferences, other: Preferences): boolean {
  return canonical(one) === canonical(other);
}

function canonical({ ranges, overrides, sits, papers }: Preferences): string {
  return JSON.stringify([
    sits,
    papers,
    Object.keys(ranges)
      .toSorted()
      .map((id) => [id, ranges[id]?.startYear, ranges[id]?.endYear]),
    Object.keys(overrides)
      .toSorted()
      .map((id) => [id, PAPERS.map((paper) => overrides[id]?.[paper] ?? null)]),
  ]);
}
