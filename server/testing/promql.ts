/** What a query of Prometheus asks for: enough of the language for what stands in deploy/monitoring and docs. */

interface Selector {
  name: string;
  matchers: { label: string; operator: string; value: string }[];
}

interface Asked {
  selectors: Selector[];
  /** Labels that are grouped or joined by. */
  labels: string[];
}

const WORDS = new Set([
  'and',
  'or',
  'unless',
  'offset',
  'bool',
  'by',
  'without',
  'on',
  'ignoring',
  'inf',
  'nan',
]);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const SELECTOR = /([a-zA-Z_:][\w:]*)(\s*\()?(?:\{([^}]*)\})?/g;
const MATCHER = /([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g;

export const askedBy = (query: string): Asked => {
  const labels = [...query.matchAll(GROUPING)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((label) => label.trim())
      .filter((label) => label !== ''),
  );
  // Neither durations nor numbers such as 2e9 are names.
  const text = query
    .replaceAll(GROUPING, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\boffset\s+\w+/g, ' ')
    .replaceAll(/(?<![\w"])\d[\d.]*(?:e[+-]?\d+)?/gi, ' ');
  const selectors = [...text.matchAll(SELECTOR)]
    .filter(([, name = '', call]) => call === undefined && !WORDS.has(name.toLowerCase()))
    .map(([, name = '', , inside = '']) => ({
      name,
      matchers: [...inside.matchAll(MATCHER)].map(([, label = '', operator = '', value = '']) => ({
        label,
        operator,
        value,
      })),
    }));
  return { selectors, labels };
};

/** The labels that each series of `/metrics` has, and the values that they take. */
export const seriesIn = (text: string): Map<string, Map<string, Set<string>>> => {
  const series = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split('\n')) {
    const [, name, inside = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = series.get(name) ?? new Map<string, Set<string>>();
    series.set(name, labels);
    for (const [, label = '', , value = ''] of inside.matchAll(MATCHER))
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
  }
  return series;
};
