import { execFileSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { IS_FIREFOX } from './machine.ts';

/** What a button puts on A4. Without a printer, the browser's own would be over before anybody could read it. */
export const printedBy = async (page: Page, button: Locator): Promise<string[]> => {
  await page.evaluate(() => {
    window.print = () => {};
  });
  await button.click();
  return sheetsOf(await page.pdf({ format: 'A4' }));
};

/** The words on each sheet, in the order in which they are drawn; where a line ends differs from browser to browser. */
export const sheetsOf = (pdf: Buffer): string[] =>
  (IS_FIREFOX ? sheetsOfFirefox(pdf) : sheetsOfChromium(pdf)).map((sheet) => sheet.replaceAll(/\s+/g, ' '));

/**
 * Chromium writes glyphs, and for each font a table of what they stand for; of the format only what it uses is read
 * here.
 */
const sheetsOfChromium = (pdf: Buffer): string[] => {
  const file = pdf.toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\nendobj/g))
    objects.set(id, body);
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? '';
    const start = body.indexOf('stream\n') + 'stream\n'.length;
    const data = body.slice(start, start + Number(/\/Length (\d+)/.exec(body)?.[1] ?? 0));
    return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
  };
  const lettersOf = (fontId: string): Map<number, string> => {
    const letters = new Map<number, string>();
    const table = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId) ?? '')?.[1] ?? '');
    const read = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
    for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
      for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
        letters.set(Number.parseInt(glyph, 16), read(text));
    for (const [, block = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
      for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
        for (let glyph = Number.parseInt(from, 16), at = 0; glyph <= Number.parseInt(to, 16); glyph += 1)
          letters.set(glyph, String.fromCharCode(read(text).charCodeAt(0) + at++));
    return letters;
  };
  const fonts = new Map<string, Map<number, string>>();
  const textOf = (content: string): string => {
    let letters: Map<number, string> | undefined;
    let isShort = false;
    let text = '';
    for (const [, font, glyphs = '', isEnd] of content.matchAll(
      /\/F(\d+) [\d.]+ Tf|<([0-9A-F]+)>|(\bET\b)/g,
    )) {
      if (font !== undefined) {
        letters = fonts.get(font) ?? lettersOf(font);
        fonts.set(font, letters);
        isShort = objects.get(font)?.includes('/Type3') ?? false;
      }
      // The glyphs of a variable font, as ours is, are one byte each, those of others two.
      for (const [glyph] of glyphs.matchAll(isShort ? /../g : /.{4}/g))
        text += letters?.get(Number.parseInt(glyph, 16)) ?? '';
      if (isEnd) text += '\n';
    }
    return text;
  };
  return Array.from(objects.values())
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((body) => textOf(streamOf(/\/Contents (\d+) 0 R/.exec(body)?.[1] ?? '')));
};

/** Firefox packs its objects in a way of its own, which Debian's poppler-utils reads; each sheet ends in a form feed. */
const sheetsOfFirefox = (pdf: Buffer): string[] =>
  execFileSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' }).split('\f').slice(0, -1);
