/** What a check found, in words for whoever is woken by it. */

export type Level = 'ok' | 'warning' | 'wrong';

export interface Finding {
  level: Level;
  /** What was looked at, in a word or two. */
  about: string;
  found: string;
  /** What to do; absent when nothing has to be done. */
  advice?: string;
}

/** The findings of one subject. */
export const findingsAbout = (about: string) => ({
  ok: (found: string): Finding => ({ level: 'ok', about, found }),
  warning: (found: string, advice: string): Finding => ({ level: 'warning', about, found, advice }),
  wrong: (found: string, advice: string): Finding => ({ level: 'wrong', about, found, advice }),
});

/** What the doctor says before the rest is known: most checks find several things, one after the other. */
export type Findings = AsyncIterable<Finding> | Iterable<Finding>;
