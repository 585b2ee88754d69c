import { type Finding, findingsAbout } from './finding.ts';
import { listed } from './words.ts';

/** What another machine's clock says, compared with ours. */
export interface Clock {
  whose: string;
  /** Absent when it did not say. */
  secondsAhead: number | undefined;
}

const { ok, warning, wrong } = findingsAbout('clocks');

/** Nobody notices less. */
const NOTICED_SECONDS = 5;
/** A sign-in, and a request to an object store, are refused when the clocks differ by more. */
const REFUSED_SECONDS = 60;

const ADVICE =
  'Let all machines take the time from the network (timedatectl set-ntp true, or chrony). If only one differs, it is that one.';

const describe = ({ whose, secondsAhead = 0 }: Clock): string =>
  `the clock of ${whose} is ${Math.abs(secondsAhead).toFixed(0)} seconds ${secondsAhead > 0 ? 'ahead of' : 'behind'} ours`;

export function* checkClocks(clocks: readonly Clock[]): Iterable<Finding> {
  const asked = clocks.filter(({ secondsAhead }) => secondsAhead !== undefined);
  const off = asked.filter(({ secondsAhead = 0 }) => Math.abs(secondsAhead) > NOTICED_SECONDS);
  for (const clock of off) {
    const found = `${describe(clock).replace(/^t/, 'T')}. Times in lists, limits and the ends of logins are off by as much.`;
    yield Math.abs(clock.secondsAhead ?? 0) > REFUSED_SECONDS
      ? wrong(`${found} Sign-ins and requests to an object store may be refused.`, ADVICE)
      : warning(found, ADVICE);
  }
  if (off.length === 0 && asked.length > 0)
    yield ok(
      `This machine agrees within ${NOTICED_SECONDS} seconds with ${listed(asked.map(({ whose }) => whose))}.`,
    );
}
