import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { launchChromium } from '../bench/chromium.ts';
import { print } from '../bench/figures.ts';
import { freePort, launch, ready } from '../server/testing/process.ts';
import { check, eventually } from './check.ts';
import { requireLemonldap, startLemonldap } from './lemonldap.ts';

/**
 * The built product and Chromium against LemonLDAP::NG as a school's own sign-in: its test, newcomers, an account that
 * exists, a wrong secret, other keys, and a provider that is away. Needs root, and Debian's packages that
 * `proof/lemonldap.ts` names. Ends with an error when something is not as it should be.
 *
 *   npm run proof -- sign-in
 */

const ADMIN_PASSWORD = 'proof-platform-admin';
const DOMAIN = '@badwolf.org';
const ROSE = { username: 'rose', email: `rtyler${DOMAIN}`, password: 'seventeen green lamps' };
/** With what goes wrong if it is encoded once too often, or not at all. */
const CLIENT = { clientId: 'tickmark', clientSecret: 'not-only%20letters+&=~' };

interface Me {
  id: number;
  email: string;
  email_confirmed: boolean;
  role: string;
  school_name: string | null;
}

const prove = async (folder: string, browser: Browser): Promise<void> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const issuer = `http://127.0.0.1:${await freePort()}/school/`;
  const startSchool = () =>
    startLemonldap(folder, issuer, { ...CLIENT, redirectAddress: `${url}/sign-in/callback` });
  const isSeen = (what: Locator, words: string) => eventually(() => what.isVisible(), words);

  const ask = async <T>(path: string, headers: Record<string, string>, json?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const whoHas = (token: string) => ask<Me>('/users/me', { authorization: `Bearer ${token}` });

  /** In a browser that nobody has used. */
  const newPage = async () => (await browser.newContext()).newPage();
  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(`${url}${path}`);
    await page.locator('html[data-hydrated=true]').waitFor();
  };
  const logInThere = async (page: Page, name: string): Promise<void> => {
    await page.locator('input[name=user]').fill(name);
    await page.locator('input[name=password]').fill(name);
    await page.keyboard.press('Enter');
  };
  const setOut = async (name: string): Promise<Page> => {
    const page = await newPage();
    await open(page, '/sign-in');
    await page.getByLabel('Your school e-mail').fill(`${name}${DOMAIN}`);
    await page.getByRole('button', { name: 'Go on' }).click();
    return page;
  };
  const signIn = async (name: string): Promise<Page> => {
    const page = await setOut(name);
    await logInThere(page, name);
    return page;
  };
  const whoIsIn = async (page: Page): Promise<Me> => {
    await page.waitForURL(`${url}/`);
    return whoHas((await page.evaluate(() => localStorage.getItem('token'))) ?? '');
  };
  const addressesIn = async (page: Page): Promise<string[]> => {
    const session = await page.context().newCDPSession(page);
    return (await session.send('Page.getNavigationHistory')).entries.map((entry) => entry.url);
  };

  const server = await ready(
    await launch({ PORT: String(port), DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD }),
  );
  let stopSchool = async () => {};
  try {
    stopSchool = await startSchool();
    const school = { name: 'Bad Wolf School', domain_pattern: DOMAIN };
    const asAdmin = { 'x-admin-password': ADMIN_PASSWORD };
    const { id } = await ask<{ id: number }>('/admin/schools', asAdmin, school);
    const rose = await whoHas((await ask<{ access_token: string }>('/register', {}, ROSE)).access_token);

    const admin = await newPage();
    await admin.addInitScript((password) => localStorage.setItem('adminPassword', password), ADMIN_PASSWORD);
    await open(admin, `/admin/schools/${id}?tab=sign-in`);
    const save = async (clientSecret: string): Promise<void> => {
      await admin.getByRole('radio', { name: 'Other' }).check();
      await admin.getByLabel('Issuer').fill(issuer);
      await admin.getByLabel('Client ID').fill(CLIENT.clientId);
      await admin.locator('input[name=client_secret]').fill(clientSecret);
      await admin.getByRole('button', { name: 'Save' }).click();
      await admin.locator('input[placeholder^=Saved]:placeholder-shown').waitFor();
    };
    const test = () => admin.getByRole('button', { name: 'Test sign-in' }).click();
    const says = (step: string) =>
      isSeen(
        admin.getByRole('list', { name: 'Last test' }).getByRole('listitem').filter({ hasText: step }),
        `the test says '${step}'`,
      );

    print('With a wrong client secret');
    await save('another secret');
    await test();
    await logInThere(admin, 'dwho');
    await says('ok: Provider found');
    await says('failed: Signed in there: server responded with an error in the response body invalid_client');

    print(`With the right one, ${CLIENT.clientSecret}`);
    await save(CLIENT.clientSecret);
    await test();
    await says('ok: Provider found');
    await says('ok: Signed in there');
    await says('ok: Domain');
    await says('ok: Would log in as: nobody, because the school has not added this address');
    await admin.getByText('Unknown people become students').click();
    await admin.getByRole('switch', { name: 'Unknown people become students', checked: true }).waitFor();

    print('Somebody who is not known');
    const page = await signIn('dwho');
    const doctor = await whoIsIn(page);
    check(
      doctor.email === `dwho${DOMAIN}` && doctor.role === 'student' && doctor.school_name === school.name,
      'becomes a student of the school',
    );
    check(!doctor.email_confirmed, 'has an unconfirmed address, for which LemonLDAP::NG does not vouch');
    check(
      (await addressesIn(page)).every((address) => !/[?&#](code|\w*token)=/.test(address)),
      'has no code and no token in any address of the browser’s history',
    );
    check((await whoIsIn(await signIn('dwho'))).id === doctor.id, 'is the same the second time');

    print('Somebody whose address has an account');
    const asked = await signIn('rtyler');
    await isSeen(
      asked.getByText('This address has an account. Give its password once.'),
      'is asked for its password',
    );
    const give = async (password: string): Promise<void> => {
      await asked.locator('input[name=password]').fill(password);
      await asked.getByRole('button', { name: 'Join' }).click();
    };
    await give('not the password');
    await isSeen(
      asked.getByRole('alert').filter({ hasText: 'The password is wrong.' }),
      'not with a wrong one',
    );
    await give(ROSE.password);
    check((await whoIsIn(asked)).id === rose.id, 'joins it with the right one');
    check((await whoIsIn(await signIn('rtyler'))).id === rose.id, 'goes straight in the next time');

    print('With new keys');
    await stopSchool();
    stopSchool = await startSchool();
    check((await whoIsIn(await signIn('dwho'))).id === doctor.id, 'a sign-in works');

    print('With LemonLDAP::NG stopped');
    await stopSchool();
    const alert = (await setOut('dwho')).getByRole('alert');
    const words = 'Your school’s sign-in does not answer.';
    await isSeen(alert.filter({ hasText: words }), `somebody reads '${words}'`);
    await test();
    await says('failed: Provider found');
  } finally {
    await stopSchool();
    server.process.kill('SIGTERM');
    await server.ended;
  }
};

await requireLemonldap();
const browser = await launchChromium();
const folder = await mkdtemp(join(tmpdir(), 'tickmark-sign-in-'));
await chmod(folder, 0o711);
try {
  await prove(folder, browser);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
