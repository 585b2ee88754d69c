import type { Person } from './people.ts';
import type { Answer, TestServer } from './server.ts';

/** Ticks a paper for somebody: Paper 1 of Mathematics AA HL, May 2023, with 70 points, unless the change says otherwise. */
export const tickPaper = (
  server: Pick<TestServer, 'call'>,
  { token }: Pick<Person, 'token'>,
  change: Record<string, unknown> = {},
): Promise<Answer> =>
  server.call('POST /completion', {
    token,
    json: {
      subject_id: 'math_aa_hl',
      year: 2023,
      session: 'May',
      paper: 'paper1',
      timezone: null,
      is_completed: true,
      score: 70,
      ...change,
    },
  });
