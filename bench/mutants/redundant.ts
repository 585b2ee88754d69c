import type { Mutant } from './mutant.ts';

/** Conditions that something else makes true, and that stay because they say what is meant. Each with the reason. */
const REDUNDANT: readonly { id: RegExp; why: string }[] = [];

export const whyRedundant = ({ id }: Mutant): string | undefined =>
  REDUNDANT.find((known) => known.id.test(id))?.why;
