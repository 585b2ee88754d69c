import { table } from '../figures.ts';

/** What an evening in the exam season needs, on paper. docs/sizing.md gives the reason of each number. */

const PEAK = {
  /** Of all students, in the hour in which most are there. */
  studentsInHour: 0.08,
  /** Of all teachers and school admins in that hour. */
  teachersInHour: 0.04,
  adminsInHour: 0.02,
  teachersPerStudent: 25 / 500,
  adminsPerStudent: 1 / 500,
  /** The busiest minute against the middle of its hour. */
  busiestMinute: 2,
};

export type Who = 'student' | 'teacher' | 'admin';

/** What one visit asks for, on average. */
const VISITS = {
  student: {
    'the document': 0.3,
    'a file of the build': 3,
    profile: 1,
    subjects: 2,
    'all records': 2,
    preferences: 2,
    'what teachers set': 1,
    tick: 3,
    'attempts of a paper': 0.2,
    'another attempt': 0.1,
    'files of a paper': 0.2,
  },
  teacher: {
    profile: 1,
    'subjects taught': 1,
    'list of students': 1,
    'progress of all': 1,
    'who needs attention': 1,
    'groups of a teacher': 1,
    'sets of a teacher': 1,
    'grid of a class': 2,
    'one student': 3,
  },
  admin: {
    profile: 1,
    'facts of a school': 1,
    'page of 30 users': 2,
    'statistics of a school': 1,
  },
} as const satisfies Record<Who, Record<string, number>>;

/** Beside these calls, what is queued by itself and costs most: of a student's visit. */
const HEAVY = { login: 0.1, photo: 0.15 };

export interface Visit {
  who: Who;
  /** In the busiest minute. */
  perSecond: number;
  calls: [kind: string, perVisit: number][];
}

export const peakOf = (students: number): Visit[] => {
  const visits = (people: number, part: number) => (people * part * PEAK.busiestMinute) / 3600;
  const perSecond: Record<Who, number> = {
    student: visits(students, PEAK.studentsInHour),
    teacher: visits(students * PEAK.teachersPerStudent, PEAK.teachersInHour),
    admin: visits(students * PEAK.adminsPerStudent, PEAK.adminsInHour),
  };
  return (['student', 'teacher', 'admin'] as const).map((who) => ({
    who,
    perSecond: perSecond[who],
    calls: Object.entries(VISITS[who]),
  }));
};

/** Calls a second of each kind; of a kind that several make, the sum. */
export const callsOf = (peak: readonly Visit[]): Map<string, number> => {
  const calls = new Map<string, number>();
  for (const { perSecond, calls: kinds } of peak)
    for (const [kind, perVisit] of kinds) calls.set(kind, (calls.get(kind) ?? 0) + perVisit * perSecond);
  return calls;
};

export const sumOf = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);

export const peakTable = (students: number): string => {
  const peak = peakOf(students);
  const logins = (peak[0]?.perSecond ?? 0) * HEAVY.login;
  const photos = (peak[0]?.perSecond ?? 0) * HEAVY.photo;
  const calls = callsOf(peak);
  return table(
    ['call', 'a second'],
    [
      ...[...calls].map(([kind, rate]): [string, string] => [kind, rate.toFixed(2)]),
      ['all of these', sumOf(calls.values()).toFixed(0)],
      ['login', logins.toFixed(1)],
      ['photo', photos.toFixed(1)],
    ],
  );
};
