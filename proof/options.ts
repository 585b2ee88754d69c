/** What `npm run proof` was told (scripts/proof.mjs); nothing in `npm test`, which runs the same in short. */

const given = JSON.parse(process.env['PROOF'] ?? '{}') as Record<string, string>;

export const isLong = process.env['PROOF'] !== undefined;
export const textOf = (name: string): string | undefined => given[name];
export const numberOf = (name: string, otherwise: number): number => Number(given[name] ?? otherwise);
