import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { StoredName } from '../../../storage.ts';

/** For the tests of this folder: a server over real HTTP, and tabs of one browser with one local storage. */

type WireRecord = { is_completed: boolean; score: number | null; file_count: number; completed_at: null };
type Account = {
  id: number;
  subjects: string[];
  completion: Record<string, WireRecord>;
  preferences: { year_ranges: Record<string, unknown>; timezone_overrides: Record<string, unknown> };
};
type Body = Record<string, unknown>;
export type Seen = { address: string; body: Body };
/** What to do instead of answering: a status, silence, or a cut line. A function is awaited before the answer. */
type Fault = number | 'hang' | 'cut' | (() => Promise<void>) | undefined;

export async function startServer() {
  const accounts = new Map<string, Account>();
  const seen: Seen[] = [];
  const faults = { next: (_seen: Seen): Fault => undefined };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const call: Seen = {
      address: `${request.method} ${request.url?.replace('/api', '')}`,
      body: text === '' ? {} : (JSON.parse(text) as Body),
    };
    seen.push(call);
    const fault = faults.next(call);
    if (fault === 'hang') return;
    if (fault === 'cut') {
      response.destroy();
      return;
    }
    if (typeof fault === 'function') await fault();
    const account = accounts.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const status = typeof fault === 'number' ? fault : account ? 200 : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 && account ? act(account, call) : { detail: 'No' }));
  }

  return {
    port,
    seen,
    faults,
    /** The addresses called since it was last asked. */
    takeCalls: () => seen.splice(0).map((call) => call.address),
    addAccount(token: string, id: number, given: Partial<Account> = {}): Account {
      const preferences = { year_ranges: {}, timezone_overrides: {} };
      const account = { id, subjects: [], completion: {}, preferences, ...given };
      accounts.set(token, account);
      return account;
    },
    removeAccount: (token: string) => accounts.delete(token),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function act(account: Account, { address, body }: Seen): unknown {
  switch (address) {
    case 'GET /users/me':
      return { id: account.id, username: 'mia', email: null, role: 'student', is_admin: false };
    case 'GET /subjects':
      return { subjects: account.subjects };
    case 'POST /subjects':
      account.subjects = body['subjects'] as string[];
      return { status: 'success', subjects: account.subjects };
    case 'GET /completion':
      return account.completion;
    case 'POST /completion': {
      const { subject_id, year, session, paper, timezone, is_completed, score } = body;
      const key = [subject_id, year, session, paper, ...(timezone === null ? [] : [timezone])].join('-');
      const record = { is_completed: is_completed as boolean, score: score as number | null };
      account.completion[key] = {
        ...record,
        file_count: account.completion[key]?.file_count ?? 0,
        completed_at: null,
      };
      return { status: 'success', key, ...record };
    }
    case 'POST /completion/bulk': {
      const sent = body['completion_data'] as Record<string, WireRecord>;
      for (const [key, { is_completed, score }] of Object.entries(sent)) {
        if (!account.completion[key]?.is_completed)
          account.completion[key] = { is_completed, score, file_count: 0, completed_at: null };
      }
      return { imported: Object.keys(sent).length, skipped: [] };
    }
    case 'GET /users/me/preferences':
      return account.preferences;
    case 'PUT /users/me/preferences':
      account.preferences = body as Account['preferences'];
      return body;
    default:
      return {};
  }
}

/** A browser: one local storage, and a fetch that knows where `/api` is. */
export function openBrowser(port: number) {
  const stored = new Map<string, string>();
  const target = new EventTarget();
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  const left: string[] = [];
  const listen = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  };
  const fetchReally = globalThis.fetch;
  vi.stubGlobal('window', { ...listen, localStorage, location: { assign: (to: string) => left.push(to) } });
  vi.stubGlobal('document', { ...listen, visibilityState: 'visible' });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    fetchReally(`http://127.0.0.1:${port}${url}`, init),
  );

  return {
    stored,
    /** Where full navigations went. */
    left,
    store: (name: StoredName, value: unknown) =>
      stored.set(name, typeof value === 'string' ? value : JSON.stringify(value)),
    storedJson: (name: StoredName): unknown => JSON.parse(stored.get(name) ?? 'null'),
    dispatch: (name: string) => target.dispatchEvent(new Event(name)),
    /** What the other tabs hear when one of them has written. */
    tellTabs: (key: StoredName) => target.dispatchEvent(Object.assign(new Event('storage'), { key })),
    close: () => vi.unstubAllGlobals(),
  };
}

/** A page that has just been loaded: every module anew. */
export async function openTab() {
  vi.resetModules();
  const session = await import('../../../session/session.ts');
  const storage = await import('../../../storage.ts');
  const tracker = await import('./tracker.ts');
  const records = await import('./records.ts');
  const subjects = await import('./subjects.ts');
  const preferences = await import('./preferences.ts');
  const notices = await import('./notices.ts');
  storage.followOtherTabs();
  session.startSession();
  tracker.startTracker();
  const endWatching = tracker.watchReturns();
  return {
    ...session,
    ...tracker,
    ...records,
    ...preferences,
    ...notices,
    subjects: () => subjects.readSubjects().subjects,
    toggle: subjects.toggleSubject,
    isReady: () => eventually(() => assertReady(tracker.readTrackerStatus())),
    /** As when the tab is closed: it hears and sends nothing more. */
    close() {
      endWatching();
      tracker.stopTracker();
    },
  };
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

function assertReady(status: string): void {
  if (status !== 'ready') throw new Error(`The tracker is ${status}`);
}

/** Waits until it holds: long enough for a machine that is busy with other things. */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(holds, { timeout: 10_000 });
