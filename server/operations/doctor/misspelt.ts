/** Names in the environment that look like a setting of ours and are none. */

/** As other programs call what we call otherwise. */
const ALIASES: Record<string, string> = {
  BASE_URL: 'PUBLIC_URL',
  SITE_URL: 'PUBLIC_URL',
  DB_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  MAIL_URL: 'SMTP_URL',
  SMTP_FROM: 'MAIL_FROM',
  S3_ACCESS_KEY: 'S3_ACCESS_KEY_ID',
  S3_KEY: 'S3_ACCESS_KEY_ID',
  S3_SECRET_KEY: 'S3_SECRET_ACCESS_KEY',
  S3_SECRET: 'S3_SECRET_ACCESS_KEY',
  TRUST_PROXY: 'TRUSTED_PROXIES',
  TRUSTED_PROXY: 'TRUSTED_PROXIES',
};
/** What begins like this is meant for us, or looks like it. */
const FAMILIES: [prefix: string, meant: string][] = [
  ['SMTP_', 'SMTP_URL'],
  ['MAIL_', 'MAIL_FROM'],
  ['OPERATOR_', 'OPERATOR_NAME and OPERATOR_CONTACT'],
  ['S3_', 'the five settings that begin with S3_'],
  ['TICKMARK_', 'the names in docs/operations.md, which have no prefix'],
];
/** Shorter names are like too many others. */
const SHORTEST = 6;

/** How many letters have to be changed, added, left out, or exchanged with their neighbour. */
const distance = (from: string, to: string): number => {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isExchanged = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          (rows[i - 1]?.[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 0;
};

const isLike = (name: string, setting: string): boolean =>
  setting.length >= SHORTEST && distance(name, setting) <= (setting.length < 8 ? 1 : 2);

/** The name as it is set, and what was probably meant. */
export const findMisspelt = (
  names: readonly string[],
  settings: readonly string[],
): { name: string; meant: string }[] =>
  names
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const upper = name.toUpperCase().replaceAll('-', '_');
      const meant =
        settings.find((setting) => setting === upper && setting.length >= SHORTEST) ??
        ALIASES[upper] ??
        settings.find((setting) => isLike(upper, setting)) ??
        FAMILIES.find(([prefix]) => upper.startsWith(prefix))?.[1];
      return meant === undefined ? [] : [{ name, meant }];
    });
