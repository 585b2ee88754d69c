import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { choosesDark } from './theme.ts';

const script = readFileSync(join(import.meta.dirname, '../../head.js'), 'utf8');

/** What the script in the page's head makes of a browser with these. */
function runHeadScript(options: { stored: Record<string, string> | 'refused'; systemIsDark: boolean }) {
  const { stored, systemIsDark } = options;
  const classes = new Set<string>();
  const dataset: Record<string, string> = {};
  const localStorage = {
    getItem(name: string) {
      if (stored === 'refused') throw new Error('refused');
      return stored[name] ?? null;
    },
  };
  const toggle = (name: string, on: boolean) => (on ? classes.add(name) : classes.delete(name));
  runInNewContext(script, {
    document: { documentElement: { dataset, classList: { toggle } } },
    localStorage,
    location: { hash: '' },
    matchMedia: () => ({ matches: systemIsDark }),
  });
  return { dark: classes.has('dark'), dataset };
}

describe('the theme', () => {
  it('is the saved one, else the system’s, else light', () => {
    expect(choosesDark('true', false)).toBe(true);
    expect(choosesDark('false', true)).toBe(false);
    expect(choosesDark(undefined, true)).toBe(true);
    expect(choosesDark(undefined, false)).toBe(false);
    expect(choosesDark('nonsense', true)).toBe(true);
  });

  it('is chosen alike before the first paint', () => {
    for (const saved of ['true', 'false', 'nonsense', '', undefined])
      for (const systemIsDark of [true, false]) {
        const stored = saved === undefined ? {} : { darkMode: saved };
        expect(runHeadScript({ stored, systemIsDark }).dark).toBe(choosesDark(saved, systemIsDark));
      }
  });

  it('is the system’s where the browser refuses storage', () => {
    expect(runHeadScript({ stored: 'refused', systemIsDark: true })).toEqual({ dark: true, dataset: {} });
  });
});

describe('the script in the head', () => {
  it('marks the page of somebody who may be logged in', () => {
    expect(runHeadScript({ stored: { token: 'abc' }, systemIsDark: false }).dataset).toEqual({ token: '' });
    expect(runHeadScript({ stored: {}, systemIsDark: false }).dataset).toEqual({});
  });

  it('marks the page of a guest who has chosen subjects', () => {
    const stored = { localSubjects: '["music_sl"]' };
    expect(runHeadScript({ stored, systemIsDark: false }).dataset).toEqual({ subjects: '' });
  });

  it('notes whether the overview was left open, for the room that is kept for it', () => {
    const stored = { overview: 'closed' };
    expect(runHeadScript({ stored, systemIsDark: false }).dataset).toEqual({ overview: 'closed' });
  });
});
