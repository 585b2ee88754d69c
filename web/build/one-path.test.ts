import { expect, it } from 'vitest';
import { type IconNode, onePath } from './one-path.ts';

it.each<[string, IconNode[], string]>([
  [
    'paths after one another',
    [
      ['path', { d: 'M5 12h14' }],
      ['path', { d: 'M12 5v14', key: 'a1' }],
    ],
    'M5 12h14M12 5v14',
  ],
  ['a relative start and lines', [['path', { d: 'm9 18 6-6-6-6' }]], 'M9 18l6-6-6-6'],
  ['a relative start and a curve', [['path', { d: 'm.5.5a1 1 0 0 1 2 0' }]], 'M.5 .5a1 1 0 0 1 2 0'],
  ['a start of one move', [['path', { d: 'm15-5' }]], 'M15 -5'],
  ['a line', [['line', { x1: '1', y1: '2', x2: '3', y2: '4' }]], 'M1 2L3 4'],
  ['a line of several', [['polyline', { points: '1 2 3 4 5 6' }]], 'M1 2 3 4 5 6'],
  ['a circle', [['circle', { cx: '10', cy: '8', r: '5' }]], 'M5 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0'],
  [
    'a dot',
    [['circle', { cx: '16', cy: '7', r: '.5', fill: 'currentColor' }]],
    'M15.5 7a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0',
  ],
  ['a square', [['rect', { x: '1', y: '2', width: '3', height: '4' }]], 'M1 2h3v4h-3v-4z'],
  [
    'a square with round corners',
    [['rect', { x: '3', y: '4', width: '18', height: '16', rx: '2' }]],
    'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
  ],
])('draws %s', (_, nodes, path) => {
  expect(onePath(nodes)).toBe(path);
});

it.each<IconNode>([
  ['ellipse', { cx: '1' }],
  ['circle', { cx: '1', cy: '1', r: '2', fill: 'currentColor' }],
  ['path', { d: 'M1 1', fill: 'currentColor' }],
])('refuses %s %j, which would look different', (...node) => {
  expect(() => onePath([node])).toThrow('Cannot be one path');
});
