import { LOOPBACK, SETTING_NAMES, type Settings } from '../../config.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { findMisspelt } from './misspelt.ts';
import { judgeProxies } from './trusted-proxies.ts';
import { listed } from './words.ts';

const { ok, warning, wrong } = findingsAbout('settings');

/** Whether another machine can come to it, directly or through a proxy. */
const isOpen = ({ host, publicUrl, trustedProxies }: Settings): boolean =>
  !LOOPBACK.test(host) || publicUrl !== undefined || trustedProxies !== undefined;

/** Which are set: whoever runs this in a shell of their own may have others than the server has. */
function* whichAreSet(names: readonly string[]): Iterable<Finding> {
  const ours = SETTING_NAMES.filter((name) => names.includes(name));
  yield ours.length === 0
    ? ok('None is set. If the server has some, run this with the same ones.')
    : ok(`Set are ${listed(ours)}.`);
  for (const { name, meant } of findMisspelt(names, SETTING_NAMES))
    yield warning(
      `${name} is set, but it is not a setting, and nothing reads it.`,
      `Was ${meant} meant? If another program needs ${name}, leave it.`,
    );
}

function* whereItIs(settings: Settings): Iterable<Finding> {
  const { publicUrl, trustedProxies, host } = settings;
  if (!isOpen(settings)) return;
  if (publicUrl === undefined)
    yield warning(
      'PUBLIC_URL is not set, so links in invitations begin with whatever address a request came to.',
      'Set PUBLIC_URL to the address that people use.',
    );
  else if (!publicUrl.startsWith('https:') && !LOOPBACK.test(new URL(publicUrl).hostname))
    yield warning(
      `PUBLIC_URL is ${publicUrl}, without https: passwords travel where others can read them.`,
      'Put a proxy with TLS before Tickmark (deploy/nginx.conf) and write https:// in PUBLIC_URL.',
    );
  if (publicUrl?.startsWith('https:') && trustedProxies === undefined)
    yield warning(
      'PUBLIC_URL has https, which only a proxy can speak, and TRUSTED_PROXIES is not set: the limits against guessing see everyone as one person, the proxy.',
      LOOPBACK.test(host)
        ? 'Set TRUSTED_PROXIES to the address of the proxy: 127.0.0.1 if it runs on this machine.'
        : 'Set TRUSTED_PROXIES to the address from which the proxy connects.',
    );
}

/**
 * What is accepted at the start and should be looked at. A password that is too weak, and half an object store, do not
 * come so far: the settings cannot be read then.
 */
export function* checkSettings(settings: Settings, names: readonly string[]): Iterable<Finding> {
  yield* whichAreSet(names);
  for (const text of settings.warnings)
    yield warning(text, 'Choose a longer one before other machines can connect.');
  yield* whereItIs(settings);
  yield* judgeProxies(settings.trustedProxies ?? []);
  if (isOpen(settings) && !settings.rateLimit)
    yield wrong(
      'RATE_LIMIT is off: nothing slows down password guessing.',
      'Remove RATE_LIMIT and restart the server. It is for load tests alone.',
    );
  if (['fatal', 'silent'].includes(settings.logLevel))
    yield warning(
      `LOG_LEVEL is ${settings.logLevel}: when something goes wrong, the log will not say so.`,
      'Set it to info or warn, or remove it.',
    );
  if (isOpen(settings) && settings.operator === undefined)
    yield warning(
      'OPERATOR_NAME and OPERATOR_CONTACT are not set: the page /privacy names nobody to ask.',
      'Set both.',
    );
}
