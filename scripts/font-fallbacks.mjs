// Prints the fallback faces of web/src/ui/base.css: local fonts made as wide and as tall as ours, regular and bold.
//
//   node scripts/font-fallbacks.mjs NAME=regular.ttf,bold.ttf ...
//
// The widths are those of the words that people read here, as a browser sets them: letters, capitals, spaces and kerning.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBrowser } from './browser.mjs';

const root = join(import.meta.dirname, '..');
const words = ['docs/guide/student.md', 'docs/guide/teacher.md', 'README.md']
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join(' ')
  .replaceAll(/[^\p{L}\p{N} .,:;’'()-]+/gu, ' ');
/** Of each weight that is used, which file of a local font stands for it. */
const WEIGHTS = { 400: 'regular', 600: 'bold' };
/** Of ours, in thousandths of its size (hhea). */
const ASCENT = 1005;
const DESCENT = 295;

const fonts = process.argv.slice(2).map((argument) => {
  const [name, files] = argument.split('=');
  const [regular, bold] = files.split(',');
  return { name, regular, bold };
});
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
const page = await browser.newPage();

/** How wide the words are in this font, per weight. */
async function widthIn(file, weights) {
  const data = `url(data:font/ttf;base64,${readFileSync(file).toString('base64')})`;
  return page.evaluate(
    async ([source, text, all]) => {
      const face = new FontFace('measured', source, { weight: all.length > 1 ? '400 700' : '400' });
      document.fonts.add(await face.load());
      const context = document.createElement('canvas').getContext('2d');
      const widths = all.map((weight) => {
        context.font = `${weight} 100px measured`;
        return context.measureText(text).width;
      });
      document.fonts.delete(face);
      return widths;
    },
    [data, words, weights],
  );
}

const weights = Object.keys(WEIGHTS);
const ours = await widthIn(join(root, 'web', 'fonts', 'tickmark-sans.woff2'), weights);
for (const font of fonts) {
  for (const [index, weight] of weights.entries()) {
    const [width] = await widthIn(font[WEIGHTS[weight]], ['400']);
    const adjust = ours[index] / width;
    const percent = (value) => `${(value * 100).toFixed(1)}%`;
    console.log(
      `${font.name}, ${weight}: size-adjust: ${percent(adjust)}; ascent-override: ${percent(ASCENT / 1000 / adjust)}; descent-override: ${percent(DESCENT / 1000 / adjust)};`,
    );
  }
}
await browser.close();
