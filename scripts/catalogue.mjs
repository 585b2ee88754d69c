// npm run catalogue: writes domain/catalogue-table.ts and domain/paper-facts-table.ts, which the product reads, from
// docs/catalogue.csv, which people mend. Tests compare them cell by cell.
import { readFileSync, writeFileSync } from 'node:fs';

const FIRST_YEAR = 2014;
const inDomain = (name) => new URL(`../domain/${name}`, import.meta.url);

/** Why a paper was not set, as the table says it: one letter for each reason of domain/catalogue.ts. */
const REASONS = [
  ['x', /^May 2020 session was not held$/],
  ['f', /^before first exams \(May 2021\)$/],
  ['d', /removed 2021-2022/],
  ['w', /^coursework only|^HL essay is coursework/],
  ['e', /^HL essay exists only from the 2021 guide$/],
  ['t', /^Paper 3 only from the 2024 guide$/],
  ['s', /^Paper 3 only from 2026/],
  ['h', /^not offered at HL before 2026$/],
  ['l', /^listening paper ended/],
];

/** A cell may be quoted, and then has commas; none here has a quote or a line break in it. */
const cellsOf = (line) =>
  Array.from(line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), ([, quoted, plain]) => quoted ?? plain);

const [head, ...rows] = readFileSync(new URL('../docs/catalogue.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const names = cellsOf(head);
const rules = rows.map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [names[at], cell])));
const LAST_YEAR = Math.max(...rules.map((rule) => Number(rule.to_year)));

const signOf = ({ set, zones, reason_if_not_set: reason }) => {
  if (set === 'unknown') return '?';
  if (set === 'yes') return zones === 'unknown' ? 'y' : zones;
  const [sign] = REASONS.find(([, pattern]) => pattern.test(reason)) ?? [];
  if (!sign) throw new Error(`There is no sign for the reason: ${reason}`);
  return sign;
};

const papers = new Map();
for (const rule of rules) {
  const name = `${rule.subject} ${rule.paper}`;
  const years = papers.get(name) ?? Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, () => []);
  papers.set(name, years);
  for (let year = Number(rule.from_year); year <= Number(rule.to_year); year += 1) {
    for (const [at, session] of ['May', 'November'].entries()) {
      if (rule.session === session || rule.session === 'both') years[year - FIRST_YEAR][at] = rule;
    }
  }
}

// A paper of a few years only is none that the tracker offers: Design Technology SL had a third one until 2015.
const offered = [...papers].filter(([, years]) => years.every(([may, november]) => may && november));
const lines = offered.map(([name, years]) => [
  name,
  years.map((pair) => pair.map(signOf).join('')).join(' '),
]);

/** '2014 20/90 2020N 30/75 2025 -/-': marks and minutes, from which sitting on. */
const factsOf = (years) => {
  const facts = [];
  const add = (sitting, fact) => fact !== facts.at(-1) && facts.push(sitting, fact);
  for (const [index, pair] of years.entries())
    for (const [at, rule] of pair.entries()) {
      // May 2020, which no tracker asks about.
      if (signOf(rule) === 'x') continue;
      const { set, max_mark: marks, minutes } = rule;
      const fact = set === 'no' ? '-/-' : `${marks || '-'}/${minutes || '-'}`;
      add(`${FIRST_YEAR + index}${at === 0 ? '' : 'N'}`, fact);
    }
  add(`${LAST_YEAR + 1}`, '-/-');
  return facts.join(' ');
};
const facts = offered
  .map(([name, years]) => [name, factsOf(years)])
  .filter(([, text]) => /\d\//.test(text) || /\/\d/.test(text));

writeFileSync(
  inDomain('catalogue-table.ts'),
  `// Written by \`npm run catalogue\` from docs/catalogue.csv: change it there.

/**
 * Of each paper what was set in each year from ${FIRST_YEAR} to ${LAST_YEAR}, in May and November. 1, 2: in so many versions; y: in how
 * many is not known; ?: not known; a letter: not set, for the reason that catalogue.ts gives it.
 */
export const CATALOGUE: Readonly<Record<string, string>> = {
${lines.map(([name, years]) => `  '${name}': '${years}',`).join('\n')}
};
`,
);
writeFileSync(
  inDomain('paper-facts-table.ts'),
  `// Written by \`npm run catalogue\` from docs/catalogue.csv: change it there.

/** Of each paper the most marks and the minutes, and from which May (with N, November) on; -: not known, or not set. */
export const PAPER_FACTS: Readonly<Record<string, string>> = {
${facts.map(([name, text]) => `  '${name}': '${text}',`).join('\n')}
};
`,
);
console.log(`${rules.length} rules, ${lines.length} papers: both tables are written.`);
