/** Figures and how they are shown. */

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};
export const median = (values: readonly number[]): number => quantile(values, 0.5);

const text = (value: number | string): string =>
  typeof value === 'number' ? (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1)) : value;

/** A table for a terminal and for a document. */
export const table = (head: string[], rows: (number | string)[][]): string => {
  const cells = [head, ...rows.map((row) => row.map(text))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
};

export const print = (line: string) => process.stdout.write(`${line}\n`);
