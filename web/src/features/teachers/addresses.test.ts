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

  it.each([
    'Zoë van Dijk\tzoe@x.org\nChloe Okafor\tchloe@x.org\n',
    'Name\tE-mail\r\nZoë van Dijk\tzoe@x.org\r\nChloe Okafor\tchloe@x.org',
    'Email\tFirst name\tLast name\tForm\nzoe@x.org\tZoë\tvan Dijk\tred\nchloe@x.org\tChloe\tOkafor\tblue',
    '1\tZoë\tvan Dijk\t12B\tzoe@x.org\n2\tChloe\tOkafor\t12B\tchloe@x.org',
    'name,email\nZoë van Dijk,zoe@x.org\n"Chloe Okafor",chloe@x.org',
    'Zoë van Dijk; zoe@x.org\nChloe Okafor; chloe@x.org',
  ])('takes the columns of %j', (text) => {
    expect(splitAddresses(text)).toEqual([
      { email: 'zoe@x.org', name: 'Zoë van Dijk' },
      { email: 'chloe@x.org', name: 'Chloe Okafor' },
    ]);
  });

  it.each([
    'Zoë van Dijk\tzoe@x.org\t12B\nChloe Okafor\tchloe@x.org\t12C',
    'Zoë\tvan Dijk\tzoe@x.org\t12B\nChloe\tOkafor\tchloe@x.org\t12C',
    'zoe@x.org\tZoë van Dijk\t12B\nchloe@x.org\tChloe Okafor\t12C',
    'Name,Group,Email\nZoë van Dijk,12B,zoe@x.org\nChloe Okafor,12C,chloe@x.org',
  ])('takes the groups of %j', (text) => {
    expect(splitAddresses(text)).toEqual([
      { email: 'zoe@x.org', name: 'Zoë van Dijk', group: '12B' },
      { email: 'chloe@x.org', name: 'Chloe Okafor', group: '12C' },
    ]);
  });

  it('takes words that many share for a group, and neither family names nor numbers', () => {
    const groups = (text: string) => splitAddresses(text).map(({ group }) => group);
    const four = (words: string[]) =>
      groups(words.map((word, n) => `${'ABCD'[n]}\t${n}a@x.org\t${word}`).join('\n'));
    expect(four(['Physics', 'Physics', 'Art', 'Art'])).toEqual(['Physics', 'Physics', 'Art', 'Art']);
    expect(four(['Smith', 'Jones', 'Okafor', 'Dijk'])).toEqual(Array(4));
    expect(four(['s100123', 's100124', 's100125', 's100126'])).toEqual(Array(4));
    expect(groups('Zoë\tzoe@x.org\t12B')).toEqual(['12B']);
  });

  it('counts those who are there more than once', () => {
    expect(splitAddresses('zoe@x.org, ben@x.org, Zoe@X.org, zoe@x.org')).toEqual([
      { email: 'zoe@x.org', name: null, times: 3 },
      { email: 'ben@x.org', name: null },
    ]);
  });

  it('puts those who are there more than once into all of their groups', () => {
    const text = 'Zoë\tzoe@x.org\t12B\nBen\tben@x.org\t12B; 12C\nZoë\tZOE@x.org\t12C\nZoë\tzoe@x.org\t12b';
    expect(splitAddresses(text)).toEqual([
      { email: 'zoe@x.org', name: 'Zoë', group: '12B; 12C', times: 3 },
      { email: 'ben@x.org', name: 'Ben', group: '12B; 12C' },
    ]);
  });

  it('takes one row, and keeps one without an address, to be answered', () => {
    expect(splitAddresses('Zoë\tzoe@x.org')).toEqual([{ email: 'zoe@x.org', name: 'Zoë' }]);
    expect(splitAddresses('Zoë\tzoe@x.org\nChloe\t\nBen')).toEqual([
      { email: 'zoe@x.org', name: 'Zoë' },
      { email: '', name: 'Chloe' },
      { email: '', name: 'Ben' },
    ]);
  });

  it('keeps a wrong address in its column, and out of the name', () => {
    const text = 'Name\tEmail\nZoë Smith\tzoe@x.org\nNo Mail\tnot-a-mail\nGone';
    expect(splitAddresses(text)).toEqual([
      { name: 'Zoë Smith', email: 'zoe@x.org' },
      { name: 'No Mail', email: 'not-a-mail' },
      { name: 'Gone', email: '' },
    ]);
    expect(splitAddresses('Zoë\tzoe@x.org\nNo Mail\tnot-a-mail')[1]).toEqual({
      name: 'No Mail',
      email: 'not-a-mail',
    });
  });

  it('takes an address once, whatever the case', () => {
    expect(emails('A@x.org, a@X.org, b@x.org')).toEqual(['A@x.org', 'b@x.org']);
  });

  it('keeps what is no address, to be answered', () => {
    expect(emails('zoe, b@x.org')).toEqual(['zoe', 'b@x.org']);
  });
});
