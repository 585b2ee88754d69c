import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const css = readFileSync(join(here, 'tokens.css'), 'utf8');
const [lightText = '', darkText = ''] = css.split(/^\.dark \{$/m);

function coloursOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

const light = coloursOf(lightText);
const themes = { light, dark: new Map([...light, ...coloursOf(darkText)]) };

/** WCAG 2: relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const sheets = ['paper', 'surface', 'raised', 'sunken', 'hover', 'control'];
const groups = ['group-1', 'group-2', 'group-3', 'group-4', 'group-5', 'group-6'];

/** [foreground, the backgrounds it is read on] */
const texts: [string, string[]][] = [
  ['ink', [...sheets, 'danger-soft', 'done-soft', 'part-soft', 'accent-soft']],
  ['ink', ['score-1', 'score-2', 'score-3', 'score-4']],
  ['ink-soft', sheets],
  ['accent', ['paper', 'surface', 'raised', 'hover', 'accent-soft']],
  ['done', ['paper', 'surface', 'raised', 'done-soft']],
  ['part', ['paper', 'surface', 'raised', 'part-soft']],
  ['danger', ['paper', 'surface', 'raised', 'hover', 'danger-soft']],
  ['on-accent', ['accent-fill', 'accent-fill-hover']],
  ['on-danger', ['danger-fill', 'danger-fill-hover']],
  ['on-done', ['done', 'score-5']],
  ['on-toast', ['toast']],
  ['toast-accent', ['toast']],
  ['toast-done', ['toast']],
  ['toast-danger', ['toast']],
];

/** Shapes that must be seen to be understood: edges of controls, fills, dots, the focus ring. */
const shapes: [string, string[]][] = [
  ['line-strong', ['paper', 'surface', 'raised']],
  ['accent', ['paper', 'surface', 'raised', 'control']],
  ['accent-fill', ['paper', 'surface', 'raised']],
  ['done', ['paper', 'surface', 'raised']],
  ['part-fill', ['paper', 'surface', 'raised']],
  ['on-part', ['part-fill']],
  ['knob', ['line-strong']],
  ...groups.map((group): [string, string[]] => [group, ['paper', 'surface', 'raised', 'hover']]),
];

describe.each(Object.entries(themes))('the %s tokens', (_, tokens) => {
  const colour = (name: string) => {
    const hex = tokens.get(name);
    if (!hex) throw new Error(`no colour ${name}`);
    return hex;
  };

  it.each([
    ...texts.flatMap(([name, grounds]) => grounds.map((ground) => [name, ground, 4.5] as const)),
    ...shapes.flatMap(([name, grounds]) => grounds.map((ground) => [name, ground, 3] as const)),
  ])('%s on %s has a contrast of at least %s', (name, ground, least) => {
    expect(contrast(colour(name), colour(ground))).toBeGreaterThanOrEqual(least);
  });
});

it('dark names nothing that light does not', () => {
  expect([...coloursOf(darkText).keys()].filter((name) => !light.has(name))).toEqual([]);
});

it('no colour is written outside the tokens', () => {
  const raw = /#[0-9a-f]{3,8}\b(?=['";\s,)])|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(/i;
  const files = readdirSync(join(here, '..'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:css|tsx?)$/.test(file) && !/(?:tokens\.css|\.test\.tsx?)$/.test(file))
    .filter((file) => raw.test(readFileSync(join(here, '..', file), 'utf8')));
  expect(files).toEqual([]);
});
