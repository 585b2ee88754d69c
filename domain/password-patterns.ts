import { PASSWORD_MIN } from './accounts.ts';

/** Repeats, sequences, keyboard rows and dates: long passwords in which there is little to guess. */

export type Pattern = 'repeat' | 'sequence' | 'keyboard' | 'date';

const MIN_DIFFERENT = 5;
const RUN_MIN = 3;
/** Two below the minimum length: 'xk7qabcd' is refused, but three in a row by chance are not. */
const WEIGHT_MIN = PASSWORD_MIN - 2;

/** Neighbouring keys on English, French and German keyboards; downwards; and on the number pad. */
const KEY_LINES = `
  1234567890 !@#$%^&*() !"§$%&/()=
  qwertyuiop asdfghjkl; zxcvbnm,./ azertyuiop qsdfghjklm wxcvbn,;:! qwertzuiopü asdfghjklöä yxcvbnm,.-
  1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ 1aqw 2zsx 1qay 6zhn 741 852 963
`;
const NEIGHBOURS = new Set(
  KEY_LINES.trim()
    .split(/\s+/)
    .flatMap((line) => Array.from(line.slice(1), (key, index) => `${line[index]}${key}`)),
);

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** How one character can lead to the next, in every alphabet whose letters are numbered in order. */
const STEPS: { pattern: Pattern; leads: (from: string, to: string) => boolean }[] = [
  { pattern: 'repeat', leads: (from, to) => from === to },
  { pattern: 'sequence', leads: (from, to) => codeOf(to) - codeOf(from) === 1 },
  { pattern: 'sequence', leads: (from, to) => codeOf(from) - codeOf(to) === 1 },
  { pattern: 'keyboard', leads: (from, to) => NEIGHBOURS.has(from + to) },
  { pattern: 'keyboard', leads: (from, to) => NEIGHBOURS.has(to + from) },
];

interface Run {
  length: number;
  pattern?: Pattern;
}

/** The length of the longest run that begins here; a character that leads nowhere is a run of one. */
function runAt(characters: readonly string[], start: number): Run {
  const runs = STEPS.map(({ pattern, leads }): Run => {
    let end = start + 1;
    while (end < characters.length && leads(characters[end - 1] ?? '', characters[end] ?? '')) end += 1;
    return { length: end - start, pattern };
  });
  const longest = runs.reduce((one, other) => (other.length > one.length ? other : one));
  return longest.length >= RUN_MIN ? longest : { length: 1 };
}

/** A run counts as one character: its start and direction are all there is to guess. */
function weigh(characters: readonly string[]): { weight: number; pattern?: Pattern | undefined } {
  let weight = 0;
  let pattern: Pattern | undefined;
  for (let start = 0; start < characters.length; weight += 1) {
    const run = runAt(characters, start);
    pattern ??= run.pattern;
    start += run.length;
  }
  return { weight, pattern };
}

/** The same text repeated to the end: 'abcabcab'. */
function isRepeated(characters: readonly string[]): boolean {
  return characters.some(
    (_, period) =>
      period > 0 &&
      period <= characters.length / 2 &&
      characters.every((character, at) => at < period || character === characters[at - period]),
  );
}

const MONTHS =
  'jan(uary)? feb(ruary)? mar(ch)? apr(il)? may june? july? aug(ust)? sept?(ember)? oct(ober)? nov(ember)? dec(ember)?'.replaceAll(
    ' ',
    '|',
  );
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = `(?:0?[1-9]|1[0-2]|${MONTHS})`;
const YEAR = '(?:19|20)\\d\\d';
/** A birthday, with or without separators, and hardly anything else. */
const DATE = new RegExp(
  `^[^\\p{L}\\d]{0,2}(?:${[
    [DAY, MONTH, YEAR],
    [MONTH, DAY, YEAR],
    [YEAR, MONTH, DAY],
    [YEAR, DAY, MONTH],
  ]
    .map((parts) => parts.join('[^\\p{L}\\d]{0,2}'))
    .join('|')})[^\\p{L}\\d]{0,2}$`,
  'u',
);

/** The pattern that makes up most of a password. */
export function patternOf(password: string): Pattern | undefined {
  const characters = Array.from(password.normalize('NFKC').toLowerCase());
  if (isRepeated(characters)) return 'repeat';
  const whole = weigh(characters);
  if (whole.weight < WEIGHT_MIN && whole.pattern) return whole.pattern;
  if (new Set(characters).size < MIN_DIFFERENT) return 'repeat';
  // Two at once: '1q2w3e4r', 'a1b2c3d4', 'aabbccdd'.
  const [even, odd] = [0, 1].map((place) => weigh(characters.filter((_, at) => at % 2 === place)));
  if ((even?.weight ?? 0) + (odd?.weight ?? 0) < WEIGHT_MIN) return even?.pattern ?? odd?.pattern;
  return DATE.test(characters.join('')) ? 'date' : undefined;
}
