import { describe, expect, it } from 'vitest';
import { inviteIn } from './invite.ts';

const tokenFor = (text: string) => `${Buffer.from(text).toString('base64url')}.Zm9vYmFy`;

describe('inviteIn', () => {
  it('reads the address out of an invitation', () => {
    expect(inviteIn(`#invite=${tokenFor('mia.long+ib@school.edu')}`)?.email).toBe('mia.long+ib@school.edu');
    expect(inviteIn(`#invite=${tokenFor('Mia@School.edu')}`)?.email).toBe('mia@school.edu');
  });

  it.each([
    '',
    '#',
    '#main',
    '#invite=',
    '#invite=.abc',
    '#invite=%%%',
    '#invite=not base64!.abc',
    `#invite=${tokenFor('no address')}`,
    `#invite=${tokenFor('a@b@school.edu')}`,
    `#invite=${tokenFor('mïa@school.edu')}`,
    `#other=${tokenFor('mia@school.edu')}`,
  ])('ignores %j', (hash) => {
    expect(inviteIn(hash)).toBeUndefined();
  });
});
