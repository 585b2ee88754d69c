#!/usr/bin/env node
// Firefox as Playwright starts it. Playwright asks for media features when it opens a page, a command of WebDriver BiDi
// that Firefox ESR does not know, and gives up at its refusal. So we stand between the two and send a question that
// Firefox can answer in its place. All the rest passes as it is. (docs/decisions/062-browsers.md)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';

const UNKNOWN = '"method":"emulation.setMediaFeaturesOverride"';

/** The opening request for Firefox: for its own port, and without compression, so that we can read what follows. */
const forFirefox = (head, port) =>
  head.replace(/^Host: .*$/im, `Host: 127.0.0.1:${port}`).replace(/^Sec-WebSocket-Extensions: .*\r\n/im, '');

/** The message in the place of this one, undefined when it can pass. */
function inPlaceOf(payload) {
  if (!payload.includes(UNKNOWN)) return undefined;
  const { id } = JSON.parse(payload.toString());
  return Buffer.from(JSON.stringify({ id, method: 'session.status', params: {} }));
}

/** A short text message as a client sends it: masked, and Firefox takes a mask of zeros for none. */
function frameOf(payload) {
  const mask = [1, 2, 3, 4];
  const head = Buffer.from([0x81, 0x80 | payload.length, ...mask]);
  return Buffer.concat([head, payload.map((byte, at) => byte ^ mask[at & 3])]);
}

/** Where the first frame's parts lie; undefined until all of it has come. */
function measure(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const mask = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < mask + 4) return undefined;
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const end = mask + 4 + length;
  return bytes.length < end ? undefined : { mask, start: mask + 4, end };
}

function unmask(bytes, { mask, start, end }) {
  const payload = Buffer.from(bytes.subarray(start, end));
  for (let at = 0; at < payload.length; at += 1) payload[at] ^= bytes[mask + (at & 3)];
  return payload;
}

/** What Playwright sends, frame by frame. */
function sieve(port) {
  let rest = Buffer.alloc(0);
  let isOpen = false;
  return new Transform({
    transform(chunk, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) {
          done();
          return;
        }
        isOpen = true;
        this.push(forFirefox(rest.subarray(0, end).toString('latin1'), port) + '\r\n\r\n');
        rest = rest.subarray(end + 4);
      }
      for (let frame = measure(rest); frame; frame = measure(rest)) {
        const other = inPlaceOf(unmask(rest, frame));
        this.push(other ? frameOf(other) : rest.subarray(0, frame.end));
        rest = rest.subarray(frame.end);
      }
      done();
    },
  });
}

const say = (line) => void process.stderr.write(`${line}\n`);

const firefox = spawn(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => firefox.kill(signal));

/** Listens in Firefox's place. */
async function standBetween(port) {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(sieve(port)).pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  say(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`);
}

createInterface(firefox.stderr).on('line', (line) => {
  const port = Number(/WebDriver BiDi listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1]);
  if (port) void standBetween(port);
  else say(line);
});
