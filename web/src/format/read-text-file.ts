import { UnreadableText } from './parse-table.ts';

/** Five thousand users, or two thousand papers, take a fraction of this. */
const MOST = 2_000_000;

/** The text of a file as a spreadsheet may have written it: UTF-8, UTF-16, or the old Windows letters. `what` it is meant to be. */
export async function readTextFile(file: File, what: string): Promise<string> {
  if (file.size > MOST) throw new UnreadableText(`${file.name} is too large to be ${what}.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  // A zip, as .xlsx and .ods are, or the older .xls.
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)) {
    throw new UnreadableText(
      `${file.name} is a spreadsheet. Save it as CSV, or copy its cells and paste them here.`,
    );
  }
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // No letter of a text is nought; of a picture or a program many are.
  if (bytes.includes(0)) throw new UnreadableText(`${file.name} is not a text file. Save the list as CSV.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
