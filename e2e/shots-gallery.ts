import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tidy from './tidy.ts';

/** One page with every picture, a row per screen. */
export default () => {
  const folder = join(import.meta.dirname, '..', 'shots');
  mkdirSync(folder, { recursive: true });
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
  const screens = [...new Set(pictures.map((name) => name.split('.')[0] ?? ''))].toSorted();
  const figure = (name: string) =>
    `<figure><img src="${name}" alt="" height="420"><figcaption>${name.split('.')[1]}</figcaption></figure>`;
  const rows = screens.map((screen) => {
    const own = pictures.filter((name) => name.split('.')[0] === screen).toSorted();
    return `<h2>${screen}</h2><div>${own.map(figure).join('')}</div>`;
  });
  const style =
    'body{font:14px sans-serif;margin:2rem}div{display:flex;gap:1rem;overflow-x:auto}figure{margin:0}';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Tickmark, every screen</title><style>${style}</style>${rows.join('\n')}`,
  );
  tidy();
};
