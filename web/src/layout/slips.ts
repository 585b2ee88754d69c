/** What somebody logs in with, on paper. */
export type Slip = {
  username: string;
  password: string;
  /** The person's. */
  name?: string | undefined;
  /** One, or several separated by commas. */
  group?: string | undefined;
};

const inWords = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** As they are handed out: group by group, whoever is in none at the end. Within one they stay in the order of the list. */
export const inGroups = (slips: readonly Slip[]): Slip[] =>
  slips.toSorted((a, b) => {
    if (!a.group || !b.group) return Number(!a.group) - Number(!b.group);
    return inWords.compare(a.group, b.group);
  });
