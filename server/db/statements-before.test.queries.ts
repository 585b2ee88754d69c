import pg from 'pg';

/** Statements as a server of an earlier version holds them on its connection: prepared once, used until it ends. */

interface Held {
  /** PostgreSQL's complaints about those that it would not run now, with their texts. */
  refused(): Promise<string[]>;
  end(): Promise<void>;
}

const NULLS = (text: string): string => {
  const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return most === 0 ? '' : `(${Array.from({ length: most }, () => 'null').join(', ')})`;
};

const complaintOf = async (client: pg.Client, text: string): Promise<string | undefined> => {
  try {
    await client.query(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Prepares them all; throws if one of them cannot be. */
export const holdStatements = async (
  connection: pg.ClientConfig,
  statements: readonly string[],
): Promise<Held> => {
  const client = new pg.Client(connection);
  await client.connect();
  for (const [n, text] of statements.entries()) await client.query(`prepare held_${n} as ${text}`);
  return {
    refused: async () => {
      const refused: string[] = [];
      for (const [n, text] of statements.entries()) {
        // Plans it anew, as running it would, and runs nothing.
        const complaint = await complaintOf(client, `explain execute held_${n} ${NULLS(text)}`);
        if (complaint !== undefined) refused.push(`${complaint}: ${text}`);
      }
      return refused;
    },
    end: () => client.end(),
  };
};
