import fc from 'fast-check';
import { ADDRESSES, type Address } from '../../contract/index.ts';
import { callOf, judge } from './judge.ts';
import { type Plan, plans } from './plan.ts';
import { render } from './render.ts';
import { send } from './send.ts';
import { callersOf, createWorld } from './world.ts';

/**
 * Sends hostile requests, made by chance from the contract, and judges every answer. The same seed makes the same
 * requests; what fails is made smaller until only what matters is left.
 */

export interface Campaign {
  url: string;
  adminPassword: string;
  seed: number;
  requests: number;
  /** Where in the run of this seed to start, as a failure names it. */
  path?: string | undefined;
}

export interface Report {
  requests: number;
  /** How often each status was answered; 'none' where the line was closed without an answer. */
  statuses: Map<string, number>;
  /** Calls that never once succeeded: what stands behind them was not tried. */
  neverReached: Address[];
  /** What failed first, made small, with the seed and the path to it; undefined when nothing did. */
  failure: string | undefined;
}

/** So many at once, so that they meet each other too. */
const AT_ONCE = 8;

/** Calls after which somebody may be gone. */
const DEADLY: readonly Address[] = [
  'POST /logout',
  'POST /users/me/password',
  'DELETE /users/me',
  'PUT /admin/users/{id}',
  'DELETE /admin/users/{id}',
  'POST /admin/schools',
  'POST /admin/schools/{schoolId}/users/{userId}/role',
];

const count = <K>(counts: Map<K, number>, key: K): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

export const runCampaign = async ({
  url,
  adminPassword,
  seed,
  requests,
  path,
}: Campaign): Promise<Report> => {
  const world = await createWorld(url, adminPassword);
  const statuses = new Map<string, number>();
  const reached = new Set<Address>();
  const progress = { sent: 0 };

  const attack = async (plan: Plan): Promise<{ fault: string | undefined; isDeadly: boolean }> => {
    const request = render(plan, world.credentials(plan.caller), world.lookUp(plan.caller));
    const { draft, bytes } = request;
    const outcome = await send(url, {
      bytes,
      method: draft.method,
      isIncomplete: draft.framing === 'too long',
      cutAt: draft.cutAt,
    });
    progress.sent += 1;
    count(statuses, typeof outcome === 'string' ? outcome : String(outcome.status));
    const address = callOf(draft.method, draft.path);
    const isSuccess = typeof outcome === 'object' && outcome.status < 300;
    if (address && isSuccess) reached.add(address);
    const fault = judge(request, outcome, world);
    return {
      fault: fault && `${fault}\n${bytes.toString('latin1').slice(0, 1500)}`,
      // Of what was cut off nobody knows how far it came.
      isDeadly: address !== undefined && DEADLY.includes(address) && (isSuccess || outcome === 'none'),
    };
  };

  const property = fc.asyncProperty(
    fc.array(plans(callersOf), { minLength: 1, maxLength: AT_ONCE, size: 'max' }),
    async (batch) => {
      const results = await Promise.all(batch.map(attack));
      if (results.some(({ isDeadly }) => isDeadly)) await world.revive();
      const fault = results.find((result) => result.fault)?.fault;
      if (fault) throw new Error(fault);
    },
  );

  let failure: string | undefined;
  // The length of a batch is up to chance too, so the number of batches is not known before.
  for (let round = 0; progress.sent < requests && failure === undefined; round += 1) {
    const numRuns = Math.ceil((requests - progress.sent) / AT_ONCE);
    const outcome = await fc.check(property, {
      seed: seed + round,
      numRuns,
      ...(path !== undefined && { path }),
      endOnFailure: false,
      interruptAfterTimeLimit: 3_600_000,
    });
    if (outcome.failed) {
      const fault = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : 'interrupted';
      failure = `${fault}\n\n${await fc.asyncDefaultReportMessage(outcome)}`;
    }
    if (path !== undefined) break;
  }
  return {
    requests: progress.sent,
    statuses,
    neverReached: ADDRESSES.filter((address) => !reached.has(address)),
    failure,
  };
};
