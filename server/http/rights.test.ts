import { describe, expect, test } from 'vitest';
import { splitAddress } from '../../contract/endpoint.ts';
import { ADDRESSES } from '../../contract/index.ts';
import {
  COLUMNS,
  cellOf,
  expectRefusal,
  ROWS,
  refusalOf,
  rightsTools,
  shapeOf,
  successOf,
} from '../testing/rights.ts';
import { PERSON_NAMES } from '../testing/scene.ts';

/**
 * Calls every endpoint as every kind of caller, with real objects and valid input, and compares with
 * contract/rights.csv.
 */

test('the table and the contract have the same calls, and the table has every kind of caller', () => {
  expect(ROWS.map(({ shape }) => shape).toSorted()).toEqual(ADDRESSES.map(shapeOf).toSorted());
  expect(COLUMNS).toEqual(['anonymous', ...PERSON_NAMES, 'platform_admin']);
  for (const { cells } of ROWS) expect(cells).toHaveLength(COLUMNS.length);
});

const { server, prepare, make, openScene, closeScene, credentialsOf, expectSuccess } = rightsTools();

describe.each(ADDRESSES)('%s', (address) => {
  const isGet = address.startsWith('GET ');

  test.each(COLUMNS.map((column) => ({ column, cell: cellOf(address, column) })))(
    'as $column: $cell',
    async ({ column, cell }) => {
      const here = await openScene();
      const { me, credentials } = await credentialsOf(column, here);
      const attempt = await prepare(address, here, me);
      const answer = await make(address, attempt, credentials);
      const refusal = refusalOf(cell);
      if (refusal) return expectRefusal(answer, address, refusal);
      expect(['200', '200o', '200e', '204', 'P', 'SIG']).toContain(cell);
      if (!isGet) closeScene();
      await expectSuccess(answer, address, { cell, attempt, here, me });
    },
  );
});

test.each(ADDRESSES.filter((address) => address.startsWith('GET ')))(
  '%s, asked for its head, answers the same people',
  async (address) => {
    const here = await openScene();
    for (const column of COLUMNS) {
      const { me, credentials } = await credentialsOf(column, here);
      const attempt = await prepare(address, here, me);
      const { status } = await make(address, attempt, credentials, { asHead: true });
      expect({ column, status }).toEqual({
        column,
        status: refusalOf(cellOf(address, column)) ?? successOf(address),
      });
    }
  },
);

test.each(ADDRESSES.filter((address) => refusalOf(cellOf(address, 'anonymous'))))(
  '%s is refused before anything is read',
  async (address) => {
    const { method, path } = splitAddress(address);
    const answer = await server().call(`${method} ${path.replace(/\{\w+\}/g, 'nothing')}?surprise=1`, {
      raw: method === 'GET' ? undefined : { type: 'application/json', body: '{"broken' },
    });
    expectRefusal(answer, address, refusalOf(cellOf(address, 'anonymous')) ?? 0);
  },
);
