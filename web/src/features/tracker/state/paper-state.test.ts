import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type PaperEvent, type PaperState, settled, step } from './paper-state.ts';
import { type Outcome, ticked, UNTICKED, World } from './paper-world.ts';
import { attemptsOf, isSameValue, type Tick, type TickValue, type Wish, wishFor } from './tick.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 16, 12) });
afterAll(() => vi.useRealTimers());

const [SERVER, OTHER_TAB] = [ticked(3), ticked(4)];
const wishOfScore = (score: number): Wish => wishFor(SERVER, { isCompleted: true, score });
const [A, B] = [wishOfScore(1), wishOfScore(2)];
/** Done again, while the change before is not saved yet. */
const AGAIN_AFTER_A: Wish = {
  ...wishFor(A.shown, { isCompleted: true, score: 5, adds: 1 }),
  after: A,
};
const FRESH = settled(SERVER);

/** Every state that differs in what it does, and every event: the table of the decision page. */
const STATES: Record<string, PaperState> = {
  settled: FRESH,
  'settled, saved here': { ...FRESH, isSavedHere: true },
  'settled, held': { ...FRESH, isHeld: true },
  waiting: { ...FRESH, wanted: A },
  'waiting, contested': { ...FRESH, wanted: A, isContested: true },
  'waiting, recalled': { ...FRESH, wanted: A, isRecalled: true },
  'waiting, held': { ...FRESH, wanted: A, isHeld: true },
  sending: { ...FRESH, wanted: A, sending: A },
  'sending, contested': { ...FRESH, wanted: A, sending: A, isContested: true },
  'sending, recalled': { ...FRESH, wanted: A, sending: A, isRecalled: true },
  'sending, recalled, contested': {
    ...FRESH,
    wanted: A,
    sending: A,
    isRecalled: true,
    isContested: true,
  },
  'sending, changed': { ...FRESH, wanted: B, sending: A },
  'sending, changed, contested': { ...FRESH, wanted: B, sending: A, isContested: true },
  'sending, more to follow': { ...FRESH, wanted: AGAIN_AFTER_A, sending: A },
};

const EVENTS: Record<string, PaperEvent> = {
  clicked: { type: 'clicked', wish: B },
  'clicked: done again': { type: 'clicked', wish: wishFor(SERVER, { isCompleted: true, score: 5, adds: 1 }) },
  'request sent': { type: 'request sent' },
  saved: { type: 'saved' },
  'refused (4xx)': { type: 'refused', isCertain: true },
  'refused (5xx)': { type: 'refused', isCertain: false },
  unanswered: { type: 'unanswered' },
  'heard from another tab': { type: 'heard', value: OTHER_TAB },
  'read: the wanted value': { type: 'read', server: A.shown, confirmed: A.shown },
  'read: another value': { type: 'read', server: OTHER_TAB, confirmed: OTHER_TAB },
  'read: not known': { type: 'read', server: OTHER_TAB, confirmed: undefined },
  'recalled: not written': { type: 'recalled', wish: B, confirmed: OTHER_TAB },
  'recalled: written': { type: 'recalled', wish: B, confirmed: B.shown },
  'delivery began': { type: 'delivery began' },
  'delivery ended': { type: 'delivery ended' },
};

/** What cannot happen: an answer without a request, or a second request beside the first. */
function isPossible(state: PaperState, { type }: PaperEvent): boolean {
  if (type === 'request sent') return state.wanted !== null && !state.sending && !state.isHeld;
  if (type === 'saved' || type === 'refused' || type === 'unanswered') return state.sending !== null;
  if (type === 'delivery began') return !state.isHeld && !state.sending;
  if (type === 'delivery ended') return state.isHeld;
  return true;
}

function nameOf({ wanted, sending, ...flags }: PaperState): string {
  const isSettled = !wanted && !sending;
  const isChanged = wanted && sending && !wanted.after && !isSameValue(wanted.value, sending.value);
  return [
    sending ? 'sending' : wanted ? 'waiting' : 'settled',
    isSettled && flags.isSavedHere && 'saved here',
    isChanged && 'changed',
    wanted?.after && 'more to follow',
    flags.isRecalled && 'recalled',
    flags.isContested && 'contested',
    flags.isHeld && 'held',
  ]
    .filter(Boolean)
    .join(', ');
}

function rows(): string[] {
  return Object.entries(EVENTS).flatMap(([eventName, event]) =>
    Object.entries(STATES)
      .filter(([, state]) => isPossible(state, event))
      .flatMap(([stateName, state]) => {
        const [next, effects] = step(state, event);
        const names = effects.map(({ type }) => type).join(', ');
        if (nameOf(next) === stateName && names === '') return [];
        return [`| ${eventName} | ${stateName} | ${nameOf(next)} | ${names || 'none'} |`];
      }),
  );
}

it('does what the table of the decision page says', () => {
  const page = readFileSync('docs/decisions/031-one-state-per-paper.md', 'utf8');
  const table = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  expect(table.map((line) => line.replaceAll(/ +/g, ' '))).toEqual(rows());
});

it('lets a reading say nothing about a paper that has changed since it was asked for', () => {
  for (const state of Object.values(STATES)) {
    const newer = { ...state, isNewerThanReading: true };
    expect(step(newer, { type: 'read', server: OTHER_TAB, confirmed: OTHER_TAB })).toEqual([newer, []]);
    expect(step(newer, { type: 'reading began' })[0].isNewerThanReading).toBe(false);
  }
  const changes = ['clicked', 'saved', 'refused (4xx)', 'unanswered', 'heard from another tab'];
  for (const name of changes) {
    const event = EVENTS[name];
    if (event) expect(step({ ...FRESH, wanted: A, sending: A }, event)[0].isNewerThanReading).toBe(true);
  }
  expect(step(FRESH, { type: 'files changed' })[0].isNewerThanReading).toBe(true);
});

/** Any order of clicks, answers, silences, tabs, closes and reloads. */
describe('whatever happens', () => {
  const HEALTHY: Outcome[] = ['written', 'lost before', 'lost after'];
  const ANY: Outcome[] = [...HEALTHY, 'refused', 'in trouble'];
  const ON_A_TAB = [
    'click',
    'do again',
    'undo',
    'send',
    'deliver',
    'hear',
    'begin reading',
    'end reading',
    'arrive',
    'answer',
  ] as const;
  const ANYTHING = [...ON_A_TAB, 'open', 'close'] as const;

  const start = (...servers: (Tick | null)[]) =>
    fc.record({
      server: fc.constantFrom(...servers),
      guest: fc.constantFrom<Tick | undefined>(undefined, ticked(8)),
    });
  const anyStart = start(null, UNTICKED, ticked(9));
  const history = (types: readonly (typeof ANYTHING)[number][], outcomes: Outcome[]) =>
    fc.array(
      fc.record({
        type: fc.constantFrom(...types),
        which: fc.nat(3),
        value: fc.constantFrom<TickValue>(
          { isCompleted: false, score: null },
          { isCompleted: true, score: 1 },
          { isCompleted: true, score: 2 },
          { isCompleted: true, score: 2, doneOn: '2026-01-05' },
          { isCompleted: true, score: 3, doneOn: '2026-01-06' },
          { isCompleted: true, score: 3, note: 'Slow.' },
        ),
        outcome: fc.constantFrom(...outcomes),
      }),
      { maxLength: 25 },
    );
  type Happening = ReturnType<typeof history> extends fc.Arbitrary<(infer T)[]> ? T : never;

  function happen(world: World, { type, which, value, outcome }: Happening, mostTabs: number): void {
    const tab = world.tabs[which % Math.max(1, world.tabs.length)];
    if (type === 'open') {
      // The requests of a page that was closed have come to their end before the next one is used.
      const end = which === 0 ? 'written' : 'lost after';
      if (world.tabs.length === 0) for (const request of world.requests) world.end(request, end);
      if (world.tabs.length < mostTabs) world.open();
    } else if (type === 'arrive' || type === 'answer') {
      const request = world.requests[which % Math.max(1, world.requests.length)];
      if (request && type === 'arrive') world.write(request);
      else if (request) world.end(request, outcome);
    } else if (tab) {
      if (type === 'click') world.click(tab, value);
      else if (type === 'do again') world.doAgain(tab, 20 + which);
      else if (type === 'undo') world.undo(tab);
      else if (type === 'send') world.send(tab);
      else if (type === 'deliver') world.deliver(tab);
      else if (type === 'hear') world.hear(tab);
      else if (type === 'begin reading') world.beginReading(tab);
      else if (type === 'end reading') world.endReading(tab);
      else world.close(tab);
    }
  }

  function expectAgreement(world: World): void {
    for (const { shown } of world.tabs) expect(valueOf(shown)).toEqual(valueOf(world.server));
    expect([world.unsent, world.guest]).toEqual([undefined, undefined]);
  }
  const valueOf = (tick: Tick | null) => {
    const { isCompleted, score, completedAt, note, earlier } = tick ?? UNTICKED;
    return { isCompleted, score, completedAt, note, earlier };
  };
  const runs = { numRuns: 3000 };

  it('the server ends with what the user last wanted', () => {
    const property = fc.property(anyStart, history(ANYTHING, HEALTHY), ({ server, guest }, events) => {
      const world = new World(server, guest);
      world.open();
      let lastWanted: Tick = server?.isCompleted ? server : (guest ?? UNTICKED);
      for (const event of events) {
        happen(world, event, 1);
        const [tab] = world.tabs;
        if (tab && ['click', 'do again', 'undo'].includes(event.type)) lastWanted = tab.shown;
      }
      world.settle();
      // A page that takes up an attempt left by another shows it twice until the server answers that it has it.
      const { earlier: _earlier, ...wanted } = valueOf(lastWanted);
      expect(valueOf(world.server)).toMatchObject(wanted);
      expectAgreement(world);
    });
    fc.assert(property, runs);
  });

  it('every attempt is there, once', () => {
    const types = ANYTHING.filter((type) => type !== 'click' && type !== 'undo');
    const property = fc.property(anyStart, history(types, HEALTHY), ({ server, guest }, events) => {
      const world = new World(server, guest);
      world.open();
      let times = server?.isCompleted || guest ? 1 : 0;
      for (const event of events) {
        if (event.type === 'do again' && world.tabs[0]?.shown.isCompleted) times += 1;
        happen(world, event, 1);
      }
      world.settle();
      expect(attemptsOf(world.server ?? UNTICKED)).toBe(times);
    });
    fc.assert(property, runs);
  });

  it('two tabs end with what the server has, and leave nothing to be sent', () => {
    const property = fc.property(anyStart, history(ANYTHING, ANY), ({ server, guest }, events) => {
      const world = new World(server, guest);
      world.open();
      world.open();
      for (const event of events) happen(world, event, 2);
      world.settle();
      expectAgreement(world);
    });
    fc.assert(property, runs);
  });

  it('two tabs that stay open agree with the server without being looked at', () => {
    // But for the one order that decision 029 leaves, which begins with an untick.
    const property = fc.property(
      start(null, ticked(9)),
      history(ON_A_TAB, HEALTHY),
      ({ server, guest }, events) => {
        const world = new World(server, guest);
        world.open();
        world.open();
        for (const event of events) happen(world, event, 2);
        world.settle({ comesBack: false });
        expectAgreement(world);
      },
    );
    fc.assert(property, runs);
  });
});
