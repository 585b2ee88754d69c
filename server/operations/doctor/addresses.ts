import { z } from 'zod';
import type { Settings } from '../../config.ts';
import { ask, type Reply } from './ask.ts';
import type { Clock } from './clocks.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { codeOf, connectionFault, reasonOf } from './words.ts';

/** Whether a server answers where the settings say: on this machine, and where people come in. */

const answerOfOurs = z.object({ status: z.string().optional(), detail: z.string().optional() });

/** What it says, if it is a server of ours. */
const ours = (reply: Reply): string | undefined => {
  try {
    const { status, detail } = answerOfOurs.parse(JSON.parse(reply.text));
    return status ?? detail;
  } catch {
    return undefined;
  }
};

const faultAt = (error: unknown, publicUrl: string) => {
  const { hostname, host } = new URL(publicUrl);
  const place = { host: hostname, place: host, what: 'the proxy', setting: 'PUBLIC_URL' };
  return (
    connectionFault(error, place) ?? {
      found: `${host} cannot be asked: ${reasonOf(error)}`,
      advice: 'See what listens there.',
      isSilence: false,
    }
  );
};

const ANY = /^(0\.0\.0\.0|::)$/;
const onThisMachine = ({ host, port }: Settings): string => {
  const reached = ANY.test(host) ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
};

async function* checkServer(settings: Settings): AsyncIterable<Finding> {
  const { ok, wrong } = findingsAbout('server');
  const address = onThisMachine(settings);
  let reply: Reply;
  try {
    reply = await ask(`${address}/readyz`);
  } catch (error) {
    yield wrong(
      `No server answers at ${address} (${codeOf(error) || reasonOf(error)}).`,
      'Start it; if it does not start, its last line says why. If it runs, this was called with other settings than it has (docs/monitoring.md, The doctor).',
    );
    return;
  }
  const said = ours(reply);
  if (reply.status === 200 && said === 'ok') yield ok(`It answers at ${address} and is ready.`);
  else if (said === undefined)
    yield wrong(
      `What answers at ${address} is not Tickmark (status ${reply.status}).`,
      'Another program has the port. Stop it, or set PORT to another one.',
    );
  else if (reply.status === 200)
    yield wrong(
      `It runs at ${address} and only reads (it says ${said}).`,
      'Its database takes no writes: see the lines on the database.',
    );
  else
    yield wrong(
      `It runs at ${address} and is not ready (status ${reply.status}: ${said}).`,
      'It is stopping, or its database is away or takes no writes: see the lines on the database.',
    );
}

async function* checkPublicUrl(publicUrl: string, clocks: Clock[]): AsyncIterable<Finding> {
  const { ok, warning, wrong } = findingsAbout('address');
  let reply: Reply;
  try {
    reply = await ask(`${publicUrl}/livez`);
  } catch (error) {
    const { found, advice, isSilence } = faultAt(error, publicUrl);
    const text = `PUBLIC_URL ${publicUrl} cannot be reached from here: ${found}.`;
    yield isSilence
      ? warning(
          text,
          `${advice} Some networks let no machine reach its own public address: try from outside.`,
        )
      : wrong(text, advice);
    return;
  }
  clocks.push({ whose: `the proxy at ${new URL(publicUrl).host}`, secondsAhead: reply.secondsAhead });
  if (reply.status === 200 && ours(reply) === 'ok') yield ok(`${publicUrl} leads to Tickmark.`);
  else if (reply.status >= 300 && reply.status < 400)
    yield warning(
      `${publicUrl} sends people on to another address (status ${reply.status}).`,
      'Set PUBLIC_URL to the address at which they end up.',
    );
  else if (reply.status >= 500)
    yield wrong(
      `${publicUrl} answers with status ${reply.status}: the proxy is up and does not reach Tickmark.`,
      'See whether the server runs, and whether the proxy passes requests on to its HOST and PORT.',
    );
  else
    yield wrong(
      `What answers at ${publicUrl} is not Tickmark (status ${reply.status}).`,
      'Correct PUBLIC_URL, or let the proxy pass all paths of this host on to Tickmark, /livez among them.',
    );
}

export async function* checkAddresses(settings: Settings, clocks: Clock[]): AsyncIterable<Finding> {
  yield* checkServer(settings);
  if (settings.publicUrl !== undefined) yield* checkPublicUrl(settings.publicUrl, clocks);
}
