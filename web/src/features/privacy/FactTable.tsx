import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';

type FactTableProps = {
  caption: string;
  heads: readonly [string, string];
  rows: readonly (readonly [what: string, fact: ReactNode])[];
};

/** Two columns that fit a phone as they are. */
export function FactTable({ caption, heads, rows }: FactTableProps) {
  return (
    <Card flush>
      <table className="table privacy-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, fact]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{fact}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
