import { describe, expect, it } from 'vitest';
import { splitAddresses } from './addresses.ts';

const emails = (text: string) => splitAddresses(text).map(({ email }) => email);

describe('splitAddresses', () => {
  it('finds nothing in nothing', () => {
    expect(splitAddresses('')).toEqual([]);
    expect(splitAddresses(' \n,; ')).toEqual([]);
  });

  it.each([
    'a@x.org, b@x.org,c@x.org',
    'a@x.org;b@x.org; c@x.org;',
    'a@x.org\nb@x.org\r\n\r\nc@x.org\n',
    'a@x.org b@x.org\tc@x.org',
    '<a@x.org>, <b@x.org>, c@x.org',
  ])('parts %j', (text) => {
    expect(emails(text)).toEqual(['a@x.org', 'b@x.org', 'c@x.org']);
  });

  it('takes the names that a mail program writes', () => {
    expect(splitAddresses('Zoë van Dijk <zoe@x.org>, "Okafor, Chloe" <chloe@x.org>')).toEqual([
      { email: 'zoe@x.org', name: 'Zoë van Dijk' },
      { email: 'chloe@x.org', name: 'Okafor, Chloe' },
    ]);
  });

  it('takes an address once, whatever the case', () => {
    expect(emails('A@x.org, a@X.org, b@x.org')).toEqual(['A@x.org', 'b@x.org']);
  });

  it('keeps what is no address, to be answered', () => {
    expect(emails('zoe, b@x.org')).toEqual(['zoe', 'b@x.org']);
  });
});
