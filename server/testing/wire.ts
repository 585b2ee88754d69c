import type pg from 'pg';
import { PROBE_MARK } from '../db/probe.ts';
import { startRelay } from './relay.ts';

/** A connection to the database that records every statement that is really sent, no matter by whom. */
export interface Wire {
  connection: pg.ClientConfig;
  /** The statements since the last call, oldest first. */
  take(): string[];
  close(): Promise<void>;
}

const textUntilZero = (bytes: Buffer, from: number): string =>
  bytes.toString('utf8', from, bytes.indexOf(0, from));

/**
 * Reads a client's messages (PostgreSQL's manual, "Message Formats"): a statement is run by `Query`, or by `Execute`
 * after a `Bind` that names what an earlier `Parse` prepared.
 */
const readStatements = (note: (text: string) => void) => {
  const prepared = new Map<string, string>();
  let bound = '';
  let isGreeted = false;
  let rest: Buffer = Buffer.alloc(0);

  const read = (type: string, body: Buffer): void => {
    const first = type === 'P' || type === 'B' ? textUntilZero(body, 0) : '';
    const second = Buffer.byteLength(first) + 1;
    if (type === 'Q') note(textUntilZero(body, 0));
    if (type === 'P') prepared.set(first, textUntilZero(body, second));
    if (type === 'B') bound = prepared.get(textUntilZero(body, second)) ?? '';
    if (type === 'E') note(bound);
  };

  return (bytes: Buffer): void => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      // The first message has no type, only its length.
      const head = isGreeted ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      if (isGreeted) read(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end));
      isGreeted = true;
      rest = rest.subarray(end);
    }
  };
};

export const openWire = async (connection: pg.ClientConfig): Promise<Wire> => {
  let sent: string[] = [];
  const relay = await startRelay(connection, () =>
    readStatements((text) => {
      // The check whether a slow database is still there is part of no call.
      if (!text.startsWith(PROBE_MARK)) sent.push(text.replace(/\s+/g, ' ').trim());
    }),
  );
  return {
    connection: relay.connection,
    take: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
    close: () => relay.cut(),
  };
};
