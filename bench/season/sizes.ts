import type { Client } from 'pg';
import { table } from '../figures.ts';

/** What the tables and their indexes take, by student. */

const MB = 1024 * 1024;
const SHOWN_FROM = 0.5;

export const sizesTable = async (db: Client, students: number): Promise<string> => {
  const { rows } = await db.query<{
    name: string;
    rows: number;
    heap: number;
    indexes: number;
    whole: number;
  }>(
    `select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as heap,
       pg_indexes_size(oid)::float8 as indexes, pg_total_relation_size(oid)::float8 as whole
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 5 desc`,
  );
  const whole = rows.reduce((sum, row) => sum + row.whole, 0);
  const shown = rows.filter((row) => row.whole / MB >= SHOWN_FROM);
  return table(
    ['table', 'rows', 'MB', 'indexes MB', 'bytes a row', 'bytes a student'],
    [
      ...shown.map(({ name, rows: count, heap, indexes, whole: all }) => [
        name,
        count.toLocaleString('en'),
        heap / MB,
        indexes / MB,
        count > 0 ? (all / count).toFixed(0) : '',
        (all / students).toFixed(0),
      ]),
      [
        'all',
        '',
        rows.reduce((sum, row) => sum + row.heap, 0) / MB,
        rows.reduce((sum, row) => sum + row.indexes, 0) / MB,
        '',
        (whole / students).toFixed(0),
      ],
    ],
  );
};
