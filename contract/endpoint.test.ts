import { expect, test } from 'vitest';
import { endpoints } from './endpoint.ts';
import { ADDRESSES, api } from './index.ts';

const call = { summary: 'A call', access: 'signedIn', response: null } as const;

test('every call that can change something says what happens when it is impersonated', () => {
  endpoints({
    'GET /something': call,
    'POST /something': { ...call, access: 'platformAdmin' },
    'PUT /something': { ...call, impersonated: { records: 'papers' } },
    // @ts-expect-error -- it does not say so
    'DELETE /something': call,
  });
  for (const address of ADDRESSES) {
    const { access } = api[address];
    if (address.startsWith('GET ') || ['public', 'signature', 'platformAdmin'].includes(access)) continue;
    expect(api[address], address).toHaveProperty('impersonated');
  }
});
