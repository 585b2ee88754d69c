import { describe, expect, it } from 'vitest';
import { invitedEmail } from './invite.ts';

const tokenFor = (text: string) => `${Buffer.from(text).toString('base64url')}.Zm9vYmFy`;

describe('invitedEmail', () => {
  it('reads the address out of an invitation', () => {
    expect(invitedEmail(`#invite=${tokenFor('mia.long+ib@school.edu')}`)).toBe('mia.long+ib@school.edu');
    expect(invitedEmail(`#invite=${tokenFor('Mia@School.edu')}`)).toBe('mia@school.edu');
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
    expect(invitedEmail(hash)).toBeUndefined();
  });
});
