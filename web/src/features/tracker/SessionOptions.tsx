import { sessionsAhead } from '../../../../domain/pace.ts';

/** The exam sessions to choose from. One that was named and is no longer offered stays among them. */
export function SessionOptions({ current }: { current: string | null }) {
  return optionsWith(current).map((session) => (
    <option key={session} value={session}>
      {session}
    </option>
  ));
}

function optionsWith(current: string | null): string[] {
  const offered = sessionsAhead(new Date());
  return current === null || offered.includes(current) ? offered : [current, ...offered];
}
