import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../server/testing/process.ts';

/** WebKitGTK's browser, driven by W3C WebDriver over fetch: only what the smoke run needs. */

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const PATIENCE_MS = 30_000;
/** WebDriver's name for a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
export const KEYS = { enter: '\uE007', down: '\uE015', right: '\uE014' };

type Reference = Record<typeof ELEMENT, string>;

/** Tries again until it holds, for as long as a slow machine may need. */
export const until = async <T>(what: string, attempt: () => Promise<T | false | undefined>): Promise<T> => {
  const end = performance.now() + PATIENCE_MS;
  let problem = '';
  do {
    try {
      const result = await attempt();
      if (result !== false && result !== undefined) return result;
    } catch (error) {
      problem = ` (${String(error)})`;
    }
    await delay(100);
  } while (performance.now() < end);
  throw new Error(`${what}: not so${problem}`);
};

const connect = async (driver: string, complaints: () => string) => {
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${driver}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value;
    const { error, message } = value as { error: string; message: string };
    // A page that crashes gets a new process, and one that hangs answers nothing: neither ends the session.
    const reason =
      error === 'invalid session id'
        ? `MiniBrowser, its network process or its screen has ended:\n${complaints()}`
        : message;
    throw new Error(`${error}: ${reason}`);
  };
  const options = { binary: MINI_BROWSER, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId, capabilities: given } = (await until('the driver opens a session', () =>
    ask('POST', '/session', { capabilities }),
  )) as { sessionId: string; capabilities: { browserVersion: string } };
  const post = (path: string, body: object = {}) => ask('POST', `/session/${sessionId}${path}`, body);
  const get = (path: string) => ask('GET', `/session/${sessionId}${path}`);

  const shown = async (xpath: string): Promise<string | undefined> => {
    for (const found of (await post('/elements', { using: 'xpath', value: xpath })) as Reference[])
      if (await get(`/element/${found[ELEMENT]}/displayed`)) return found[ELEMENT];
    return undefined;
  };
  const see = (xpath: string) => until(`${xpath} is there`, () => shown(xpath));
  const act = (xpath: string, action: string, body: object = {}) =>
    until(`${action} ${xpath}`, async () => {
      await post(`/element/${await see(xpath)}/${action}`, body);
      return true;
    });
  return {
    version: given.browserVersion,
    resize: (width: number, height: number) => post('/window/rect', { width, height }),
    open: (url: string) => post('/url', { url }),
    /** Waits until an element is shown. */
    see,
    gone: (xpath: string) => until(`${xpath} is gone`, async () => (await shown(xpath)) === undefined),
    click: (xpath: string) => act(xpath, 'click'),
    fill: async (xpath: string, text: string) => {
      await act(xpath, 'clear');
      await act(xpath, 'value', { text });
    },
    /** A field for files is never shown itself. */
    choose: async (xpath: string, paths: string[]) => {
      const [field] = (await post('/elements', { using: 'xpath', value: xpath })) as Reference[];
      await post(`/element/${field?.[ELEMENT]}/value`, { text: paths.join('\n') });
    },
    focus: (xpath: string) =>
      until(`${xpath} has the focus`, async () => {
        const element = { [ELEMENT]: await see(xpath) };
        const script = 'arguments[0].focus(); return document.activeElement === arguments[0]';
        return (await post('/execute/sync', { script, args: [element] })) === true;
      }),
    press: (...keys: string[]) =>
      post('/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: keys.flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          },
        ],
      }),
    run: async <T>(script: string): Promise<T> => (await post('/execute/sync', { script, args: [] })) as T,
    close: () => ask('DELETE', `/session/${sessionId}`),
  };
};

export type WebKit = Awaited<ReturnType<typeof connect>>;

/** Calls back with a browser on a screen that nobody sees. */
export const withWebKit = async (use: (browser: WebKit) => Promise<void>): Promise<void> => {
  const port = await freePort();
  const driver = spawn(
    'dbus-run-session',
    ['--', 'xvfb-run', '-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`],
    // A group of its own: the bus, the screen and the browser end with it.
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    },
  );
  let complaints = '';
  driver.stderr.on('data', (chunk) => {
    complaints = (complaints + String(chunk)).slice(-4000);
  });
  const end = () => {
    if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGTERM');
  };
  process.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  try {
    const browser = await connect(`http://127.0.0.1:${port}`, () => complaints);
    try {
      await use(browser);
    } finally {
      await browser.close();
    }
  } finally {
    process.removeListener('exit', end);
    end();
    driver.stderr.destroy();
  }
};
