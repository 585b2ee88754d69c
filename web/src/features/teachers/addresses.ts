import { normaliseEmail } from '../../../../domain/accounts.ts';

export type Entry = { email: string; name: string | null };

/** Commas, semicolons and new lines part entries, but not inside quotes: `"Okafor, Chloe" <chloe@school.edu>`. */
const PIECES = /(?:"[^"]*"|[^",;\r\n])+/g;
const NAMED = /^(.*?)<([^<>\s]+)>$/s;

/**
 * The addresses in what was typed or pasted: from a list, a column of a table, or the line of recipients of a mail. Each
 * once, in order. What is no address stays in, so that it is answered too.
 */
export function splitAddresses(text: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const piece of text.match(PIECES) ?? []) {
    for (const { email, name } of readPiece(piece.trim())) {
      const key = normaliseEmail(email);
      if (!entries.has(key)) entries.set(key, { email, name });
    }
  }
  return [...entries.values()];
}

function readPiece(piece: string): Entry[] {
  const named = NAMED.exec(piece);
  if (named) {
    const name = (named[1] ?? '').replaceAll('"', '').trim();
    return [{ email: named[2] ?? '', name: name === '' ? null : name }];
  }
  const words = piece.split(/\s+/).filter((word) => word !== '');
  return words.map((email) => ({ email, name: null }));
}
