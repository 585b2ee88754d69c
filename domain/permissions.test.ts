import { expect, test } from 'vitest';
import { type Access, type Caller, mayCall } from './permissions.ts';

const CALLERS: Caller[] = ['anonymous', 'student', 'teacher', 'school_admin', 'platform_admin'];

test.each<[Access, Caller[]]>([
  ['public', CALLERS],
  ['anyone', CALLERS],
  ['signature', CALLERS],
  ['signedIn', ['student', 'teacher', 'school_admin']],
  ['tracker', ['student', 'teacher']],
  ['trackerOrGuest', ['anonymous', 'student', 'teacher', 'platform_admin']],
  ['student', ['student']],
  ['teacher', ['teacher']],
  ['schoolAdmin', ['school_admin']],
  ['platformAdmin', ['platform_admin']],
])('%s admits %j and nobody else', (access, admitted) => {
  expect(CALLERS.filter((caller) => mayCall(caller, access))).toEqual(admitted);
});
