import { loginKey } from '../../domain/accounts.ts';
import { daysAfter, mondayOf } from '../../domain/activity.ts';
import { completionKey } from '../../domain/completion-key.ts';
import { isoDay } from '../../domain/days.ts';
import { NO_PACE, type Pace, sessionsAhead, weeksLeft } from '../../domain/pace.ts';
import { papersOfSitting } from '../../domain/papers.ts';
import type { Role } from '../../domain/roles.ts';
import { SUBJECTS } from '../../domain/subjects.ts';
import { defaultYearRange, sittingsInRange } from '../../domain/years.ts';

/** A believable school, the same every time: who is there, what they take, what they did in the last year. */

export const DEMO_SCHOOL = { name: 'Riverside International School', domain: '@riverside.example' };

/** Of another school, whose teacher asks one of the students to be let in. */
export const DEMO_ELSEWHERE = { name: 'Harbour Tutorial College', domain: '@harbour.example' };
const ASKING_TEACHER = 'Mr Quist';
export const ASKED_STUDENT = 'arjun.mehta';

/** Students who have been invited and not registered yet. */
export const INVITED = { name: 'Nadia Rahman', email: `nadia.rahman${DEMO_SCHOOL.domain}` };

export interface DemoPerson {
  username: string;
  usernameKey: string;
  /** As the school's roster has it. */
  name: string;
  email: string;
  role: Role;
  subjects: string[];
}

/** So long ago the last year group had its exams, and was archived. */
export const LEFT_DAYS_AGO = 120;

interface DemoAttempt {
  score: number | null;
  completedAt: Date;
}

export interface DemoCompletion extends DemoAttempt {
  username: string;
  subjectId: string;
  year: number;
  session: string;
  paper: string;
  timezone: string | null;
  /** To oneself. */
  note: string | null;
  /** Of a paper that was done again. */
  earlier: DemoAttempt | null;
}

const STUDENTS = (
  'Amelie Fontaine, Arjun Mehta, Beatriz Almeida, Chloe Okafor, Daniel Weiss, Elif Yılmaz, Finn Lindqvist, ' +
  'Giulia Romano, Hana Kobayashi, Ibrahim Haddad, Jonas Bauer, Kateřina Nováková, Leo Martín, Mei Lin Chen, ' +
  'Noah Peters, Olivia Grant, Priya Nair, Rafael Costa, Sofia Petrova, Tomás Herrera, Uma Krishnan, ' +
  'Viktor Horváth, Wanjiru Kamau, Zoë van Dijk'
).split(', ');
const TEACHERS: [string, string[]][] = [
  ['Ms Hartley', ['math_aa_hl', 'math_aa_sl', 'math_ai_sl']],
  ['Dr Osei', ['biology_hl', 'biology_sl', 'chemistry_hl', 'chemistry_sl', 'physics_hl']],
  ['Mr Duval', ['history_hl', 'history_sl', 'economics_hl', 'economics_sl']],
];
const SCHOOL_ADMIN = 'Riverside Office';
const LEAVERS = 'Anouk Meyer, Caleb Osborne, Dimitra Pappas, Hugo Larsen, Nia Boateng, Yusuf Demir'.split(
  ', ',
);

const NOTES = [
  'Ran out of time in section B.',
  'Vectors again. Go over them before the mock.',
  'Calm, finished ten minutes early.',
  'Question 4 without the notes next time.',
];

/** Of the school: every student is in one of them. */
export const SCHOOL_GROUPS = ['12A', '12B'];
/** Of the teachers: those of their students who take the subject. */
export const TEACHER_GROUPS = [
  { teacher: 'ms.hartley', name: '12 Maths AA HL', subjectId: 'math_aa_hl' },
  { teacher: 'ms.hartley', name: '12 Maths AI SL', subjectId: 'math_ai_sl' },
  { teacher: 'dr.osei', name: '12 Biology HL', subjectId: 'biology_hl' },
];

/** What students choose from, one per group, in the usual mix of levels. */
const CHOICES = [
  ['english_a_lit_sl', 'english_a_lang_lit_hl', 'german_a_lang_lit_sl'],
  ['french_b_sl', 'spanish_b_hl', 'english_b_hl', 'italian_ab_initio'],
  ['history_hl', 'economics_hl', 'geography_sl', 'psychology_sl'],
  ['biology_hl', 'chemistry_hl', 'physics_hl', 'ess_sl'],
  ['math_aa_hl', 'math_aa_sl', 'math_ai_sl'],
  ['visual_arts_sl', 'music_sl', 'business_sl', 'computer_science_sl'],
];

/** Pseudo-random numbers between 0 and 1, the same at every run. */
export const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};
type Random = () => number;

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const person = (
  name: string,
  role: Role,
  subjects: string[] = [],
  domain = DEMO_SCHOOL.domain,
): DemoPerson => {
  const username = name
    .normalize('NFD')
    .replace(/[^a-z ]/gi, '')
    .toLowerCase()
    .replaceAll(' ', '.');
  return {
    username,
    usernameKey: loginKey(username),
    name,
    email: `${username}${domain}`,
    role,
    subjects,
  };
};

/** Each with six subjects. */
const studentsNamed = (names: readonly string[], seed: number): DemoPerson[] => {
  const random = createRandom(seed);
  return names.map((name) =>
    person(
      name,
      'student',
      CHOICES.map((choice) => pick(random, choice)).toSorted(
        (a, b) => SUBJECTS.findIndex(({ id }) => id === a) - SUBJECTS.findIndex(({ id }) => id === b),
      ),
    ),
  );
};

export const demoPeople = (): DemoPerson[] => [
  person(SCHOOL_ADMIN, 'school_admin'),
  ...TEACHERS.map(([name, subjects]) => person(name, 'teacher', subjects)),
  ...studentsNamed(STUDENTS, 1),
];
export const demoLeavers = (): DemoPerson[] => studentsNamed(LEAVERS, 2);
export const demoElsewhere = (): DemoPerson[] => [
  person(ASKING_TEACHER, 'teacher', ['economics_hl', 'math_aa_sl'], DEMO_ELSEWHERE.domain),
];

const DAYS = 365;
const DAY_MS = 86_400_000;

/** More in term than in the holidays, most before the mocks and the exams. */
const isWorkDay = (random: Random, day: Date): boolean => {
  const busy = [0.35, 0.45, 0.6, 0.7, 0.25, 0.1, 0.03, 0.08, 0.3, 0.4, 0.45, 0.3];
  return random() < (busy[day.getUTCMonth()] ?? 0.3);
};

/** Done for the first time some weeks before, and not as well. */
const attemptBefore = ({ score, completedAt }: DemoAttempt, random: () => number): DemoAttempt => ({
  score: score === null ? null : Math.max(8, score - 4 - Math.round(random() * 18)),
  completedAt: new Date(completedAt.getTime() - (20 + Math.round(random() * 50)) * DAY_MS),
});

/**
 * Newest papers first, as students do them, with scores that improve on the whole, but not for one in five lately; about one in six without a score.
 */
export const demoCompletions = (people: readonly DemoPerson[], now: Date): DemoCompletion[] =>
  people
    .filter(({ role }) => role === 'student')
    .flatMap((student, index) => {
      const random = createRandom(100 + index);
      const randomAgain = createRandom(900 + index);
      const randomNote = createRandom(1700 + index);
      const talent = 48 + random() * 30;
      const diligence = 0.15 + random() * 0.85;
      const open = student.subjects.flatMap((subjectId) =>
        sittingsInRange(defaultYearRange()).flatMap(({ year, session }) => {
          const sitting = { subjectId, year, session };
          const asSet = papersOfSitting(sitting, { which: 'set' });
          // Ticked as the tracker offers them, but nothing that never existed.
          return papersOfSitting(sitting).flatMap(({ paper, zones }, at) =>
            zones
              .slice(0, asSet[at]?.zones.length)
              .map((timezone) => ({ ...sitting, paper, timezone, order: year + random() * 3 })),
          );
        }),
      );
      open.sort((a, b) => b.order - a.order || completionKey(a).localeCompare(completionKey(b)));
      const done: DemoCompletion[] = [];
      for (let ago = DAYS; ago > 0 && open.length > 0; ago -= 1) {
        const day = new Date(now.getTime() - ago * DAY_MS);
        if (random() > diligence || !isWorkDay(random, day)) continue;
        const paper = open.shift();
        if (!paper) break;
        const { order: _, ...which } = paper;
        const growth = (1 - ago / DAYS) * 16;
        const slump = index % 5 === 2 && ago < 60 ? 20 : 0;
        const score = Math.round(
          Math.min(100, Math.max(12, talent + growth - slump + (random() - 0.5) * 22)),
        );
        const completion = {
          username: student.username,
          ...which,
          score: random() < 0.16 ? null : score,
          completedAt: new Date(day.getTime() - random() * DAY_MS * 0.3),
        };
        done.push({
          ...completion,
          note: randomNote() < 0.08 ? pick(randomNote, NOTES) : null,
          earlier: randomAgain() < 0.1 ? attemptBefore(completion, randomAgain) : null,
        });
      }
      return done;
    });

/** Two students of three have named their exams, which are some way off; July was their holiday. */
export const demoExams = (people: readonly DemoPerson[], now: Date): { username: string; pace: Pace }[] => {
  const session =
    sessionsAhead(now).find((name) => weeksLeft({ ...NO_PACE, session: name }, now) > 8) ?? null;
  const lastYear = Array.from({ length: 52 }, (_, week) => daysAfter(mondayOf(now), -7 * week));
  const weeks_off = lastYear.filter((monday) => monday.getMonth() === 6).map(isoDay);
  return people
    .filter(({ role }) => role === 'student')
    .filter((_, index) => index % 3 < 2)
    .map(({ username }) => ({ username, pace: { ...NO_PACE, session, weeks_off: weeks_off.toSorted() } }));
};
