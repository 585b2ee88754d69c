import type { Client } from 'pg';
import { requestBytes } from '../connections.ts';
import { hasPapers, SUBJECTS, tokenOf } from './fill.ts';
import type { Visit, Who } from './peak.ts';

/** Who is there, and what they ask for, in the order of a visit: many visits at a time, of people by chance. */

/** Always the same chance. */
const createDice = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

interface Range {
  first: number;
  last: number;
}
export interface People {
  student: Range;
  teacher: Range;
  admin: Range;
  /** Of some teachers, a link to a student each. */
  links: Map<number, number[]>;
  /** A file of the build, as a browser asks for it. */
  asset: string;
}

const SOME_TEACHERS = 2000;

export const findPeople = async (db: Client, url: string): Promise<People> => {
  const rangeOf = async (role: string): Promise<Range> => {
    const { rows } = await db.query<Range>(
      `select min(id) as first, max(id) as last from users where role = $1 and school_id is not null`,
      [role],
    );
    return rows[0] ?? { first: 0, last: 0 };
  };
  const { rows } = await db.query<{ teacher_id: number; ids: number[] }>(
    `select teacher_id, (array_agg(id))[1:20] as ids from teacher_students
     where teacher_id in (select id from users where role = 'teacher' order by md5(id::text) limit $1) group by teacher_id`,
    [SOME_TEACHERS],
  );
  const page = await (await fetch(url)).text();
  return {
    student: await rangeOf('student'),
    teacher: await rangeOf('teacher'),
    admin: await rangeOf('school_admin'),
    links: new Map(rows.map(({ teacher_id: id, ids }) => [id, ids])),
    asset: /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '/',
  };
};

interface Turn {
  id: number;
  /** Between 0 and 1. */
  chance: number;
  people: People;
}

/** A paper that nearly nobody has ticked: those of the earliest years. */
const earlyPaper = ({ id, chance }: Turn) => ({
  subject_id: SUBJECTS[id % 2]?.[Math.floor(chance * 6)] ?? '',
  year: 2014 + Math.floor(((chance * 6) % 1) * 6),
  session: 'November',
  paper: 'paper1',
});
const asQuery = (fields: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();

const get = (path: string) => (turn: Turn) => requestBytes(`GET /api${path}`, { token: tokenOf(turn.id) });
const post = (path: string, fields: (turn: Turn) => object) => (turn: Turn) =>
  requestBytes(`POST /api${path}`, {
    token: tokenOf(turn.id),
    type: 'application/json',
    body: JSON.stringify(fields(turn)),
  });
const linkOf = ({ id, chance, people }: Turn): number => {
  const links = people.links.get(id) ?? [];
  return links[Math.floor(chance * links.length)] ?? 0;
};
/** One paper in ten is unticked, and seven of the others have a score. */
const tickOf = (turn: Turn) => {
  const dice = (turn.chance * 997) % 1;
  return {
    ...earlyPaper(turn),
    timezone: null,
    is_completed: dice >= 0.1,
    score: dice >= 0.37 ? Math.floor(dice * 100) : null,
  };
};

const BYTES: Record<string, (turn: Turn) => Buffer> = {
  'the document': () => requestBytes('GET /'),
  'a file of the build': ({ people }) => requestBytes(`GET ${people.asset}`),
  profile: get('/users/me'),
  subjects: get('/subjects'),
  'all records': get('/completion'),
  preferences: get('/users/me/preferences'),
  'what teachers set': get('/users/me/from-teachers'),
  tick: post('/completion', tickOf),
  'attempts of a paper': (turn) => get(`/completion/attempts?${asQuery(earlyPaper(turn))}`)(turn),
  'another attempt': post('/completion/attempts', (turn) => ({
    ...earlyPaper(turn),
    timezone: null,
    score: Math.floor(turn.chance * 100),
  })),
  'files of a paper': (turn) => get(`/completion/files?${asQuery(earlyPaper(turn))}`)(turn),
  'subjects taught': get('/teachers/subjects'),
  'list of students': get('/teachers/students'),
  'progress of all': get('/teachers/progress?from=2017&to=2024&papers=set'),
  'who needs attention': get('/teachers/attention'),
  'groups of a teacher': get('/teachers/groups'),
  'sets of a teacher': get('/teachers/sets'),
  'grid of a class': (turn) => get(`/teachers/grid?subject_id=${SUBJECTS[turn.id % 2]?.[0]}`)(turn),
  'one student': (turn) => get(`/teachers/students/${linkOf(turn)}`)(turn),
  'facts of a school': get('/schooladmin/dashboard/facts'),
  'page of 30 users': get('/schooladmin/dashboard/users?limit=30'),
  'statistics of a school': get('/schooladmin/dashboard/statistics'),
};

export interface Call {
  kind: string;
  bytes: Buffer;
}

/** As many visits as are under way at a time. */
const VISITS_AT_ONCE = 400;

export const createMix = (people: People, seed = 1) => {
  const dice = createDice(seed);
  const teachers = [...people.links.keys()];
  const somebody = (who: Who): number => {
    if (who === 'teacher') return teachers[Math.floor(dice() * teachers.length)] ?? 0;
    const { first, last } = people[who];
    for (;;) {
      const id = first + Math.floor(dice() * (last - first + 1));
      if (who === 'admin' || hasPapers(id)) return id;
    }
  };
  const callOf = (kind: string, id: number): Call => {
    const bytes = BYTES[kind];
    if (!bytes) throw new Error(`There is no call "${kind}".`);
    return { kind, bytes: bytes({ id, chance: dice(), people }) };
  };

  /** Calls in the proportions of these visits. */
  const mixed = (peak: readonly Visit[]): (() => Call) => {
    const all = peak.reduce((sum, { perSecond }) => sum + perSecond, 0);
    const begin = (): { id: number; kinds: string[] } => {
      let chance = dice() * all;
      const visit = peak.find(({ perSecond }) => (chance -= perSecond) < 0) ?? peak[0];
      const kinds = (visit?.calls ?? []).flatMap(([kind, perVisit]) =>
        Array.from({ length: Math.floor(perVisit + dice()) }, () => kind),
      );
      return { id: somebody(visit?.who ?? 'student'), kinds };
    };
    // Some have just come, others are about to go.
    const underWay = Array.from({ length: VISITS_AT_ONCE }, () => {
      const { id, kinds } = begin();
      return { id, kinds: kinds.slice(Math.floor(dice() * kinds.length)) };
    });
    return () => {
      const place = Math.floor(dice() * VISITS_AT_ONCE);
      for (;;) {
        const visit = underWay[place] ?? begin();
        const kind = visit.kinds.shift();
        if (kind !== undefined) return callOf(kind, visit.id);
        underWay[place] = begin();
      }
    };
  };

  /** One kind of call, each of somebody else. */
  const only = (kind: string, who: Who) => () => callOf(kind, somebody(who));
  /** The same, of these people alone. */
  const onlyOf = (kind: string, ids: readonly number[]) => () =>
    callOf(kind, ids[Math.floor(dice() * ids.length)] ?? 0);

  return { mixed, only, onlyOf };
};
export type Mix = ReturnType<typeof createMix>;
