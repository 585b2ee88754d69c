import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  domainPatternProblem,
  emailDomain,
  emailProblem,
  loginKey,
  normaliseEmail,
  passwordProblem,
  usernameProblem,
} from './accounts.ts';

const anyText = fc.string({ unit: 'binary' });

describe('loginKey', () => {
  test.each([
    ['Ann', 'ANN'],
    ['Zoë', 'ZOE\u0308'],
    ['Ａｎｎ', 'ann'],
    ['\u01f0', 'J\u030c'],
    ['Ann@School.edu', 'ann@school.EDU'],
  ])('%o and %o are the same name', (one, other) => {
    expect(loginKey(one)).toBe(loginKey(other));
  });

  test('keeps different names apart', () => {
    expect(loginKey('Zoe')).not.toBe(loginKey('Zoë'));
    expect(loginKey('ann')).not.toBe(loginKey('ann '));
  });

  test('of a key is the key', () => {
    fc.assert(fc.property(anyText, (text) => loginKey(loginKey(text)) === loginKey(text)));
  });
});

describe('usernameProblem', () => {
  const names = `a ann O'Brien 王小明 李雷 Андрей Ελένη José İpek ışık Զարա ნინო 김민준 さくら خالد नेहा
    ann2007 Zoë-Ann_x. Андрей7 Ann王 👍ann`;
  test.each([...names.split(/\s+/), 'Ann Lee', 'x'.repeat(60), '👍'.repeat(60)])('accepts %o', (name) => {
    expect(usernameProblem(name)).toBeUndefined();
  });

  test.each([
    ['аdmin', 'Cyrillic а'],
    ['Тom', 'Cyrillic Т'],
    ['οlga', 'Greek ο'],
    ['Андpей', 'Latin p'],
    ['Ελενa', 'Latin a'],
    ['aոn', 'Armenian ո'],
    ['µtom', 'the micro sign'],
    ['𝛼nn', 'a mathematical alpha'],
  ])('refuses %o with %s among other letters', (name) => {
    expect(usernameProblem(name)).toBe('Username must not mix letters of different alphabets.');
  });

  test.each(['Ꭺnn', 'ꓮꓓꓟꓲꓠ', 'ꮯꮎꮯꮎ', 'c𐐬c𐐬', 'ⲁⲛⲛ', 'ann\u1cbb', 'ann\ue000'])(
    'refuses %o, which uses letters outside living scripts',
    (name) => {
      expect(usernameProblem(name)).toBe('Username has a letter that can be mistaken for another.');
    },
  );

  test.each(['c๐c๐', 'c၀c၀'])('refuses %o for its digits', (name) => {
    expect(usernameProblem(name)).toBe('Username must not mix letters and digits of different alphabets.');
  });

  test.each(['สมชาย๑', 'आरव१', 'محمد٢', '민준2', 'さくら', 'Ann 😀', 'ሰላም', 'Anna-Lena 2'])(
    'takes %o',
    (name) => {
      expect(usernameProblem(name)).toBeUndefined();
    },
  );

  test.each([
    '\u2800',
    'ann\u2800',
    'an\u3164n',
    'an\u115fn',
    'an\u1160n',
    'an\uffa0n',
    'an\u1680n',
    'an\u2028n',
  ])('refuses %o for its invisible space', (name) => {
    expect(usernameProblem(name)).toBe('Username must not contain characters that look like a space.');
  });

  test.each([
    ['', 'Username is required.'],
    ['x'.repeat(61), 'Username must be at most 60 characters.'],
    [' ', 'Username must not start or end with a space.'],
    [' ann', 'Username must not start or end with a space.'],
    ['ann\u00a0', 'Username must not start or end with a space.'],
    ['ann@school.edu', 'Username must not contain @.'],
    ['ann＠school.edu', 'Username must not contain @.'],
    ['an\0n', 'Control characters are not allowed.'],
    ['an\nn', 'Control characters are not allowed.'],
    ['an\ud83dn', 'The text contains an invalid character.'],
    ['an\u202en', 'Text direction characters are not allowed.'],
  ])('refuses %o: %s', (name, problem) => {
    expect(usernameProblem(name)).toBe(problem);
  });

  test('no accepted username can be taken for an accepted e-mail address', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', '.', '@', '＠', '﹫', 'é') });
    fc.assert(
      fc.property(fc.oneof(name, anyText), (text) => {
        if (usernameProblem(text) === undefined) expect(emailProblem(loginKey(text))).toBeDefined();
      }),
    );
  });
});

describe('emailProblem', () => {
  const label63 = 'd'.repeat(63);
  // 64 + 1 + 63 + 1 + 63 + 1 + 61 = 254.
  const longest = `${'l'.repeat(64)}@${label63}.${label63}.${'d'.repeat(58)}.eu`;

  test.each([
    'ann@school.edu',
    'Ann.Lee+ib@mail.school.co.uk',
    "o'brien@school.ie",
    '1@2.example',
    'a@xn--bcher-kva.xn--p1ai',
    'a_b-c@a-b.org',
    longest,
  ])('accepts %o', (email) => {
    expect(emailProblem(email)).toBeUndefined();
  });

  test.each([
    'ann',
    '@school.edu',
    'ann@',
    'ann@school',
    'ann@@school.edu',
    'ann@school.edu@other.edu',
    '"ann"@school.edu',
    'ann lee@school.edu',
    ' ann@school.edu',
    'ann@school.edu\n',
    'an\0n@school.edu',
    '.ann@school.edu',
    'ann.@school.edu',
    'an..n@school.edu',
    'ann@.school.edu',
    'ann@school.edu.',
    'ann@school..edu',
    'ann@-school.edu',
    'ann@school-.edu',
    'ann@sch_ool.edu',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'zoë@school.edu',
    'ann@schöol.edu',
    '\u212Aate@school.edu',
    `${'l'.repeat(65)}@school.edu`,
    `ann@${'d'.repeat(64)}.edu`,
    'Ann <ann@school.edu>',
    'a,b@school.edu',
  ])('refuses %o', (email) => {
    expect(emailProblem(email)).toBe('Enter a valid email address.');
  });

  test('says what is missing or too long', () => {
    expect(emailProblem('')).toBe('Email is required.');
    expect(longest).toHaveLength(254);
    expect(emailProblem(`${longest}x`)).toBe('Email must be at most 254 characters.');
  });

  test('gives the same result before and after normalising', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'K', '\u212a', 'İ', '-', '1'), minLength: 1 });
    const nearly = fc.tuple(word, word).map(([local, domain]) => `${local}@${domain}.edu`);
    fc.assert(
      fc.property(fc.oneof(nearly, anyText), (text) => {
        expect(emailProblem(normaliseEmail(text))).toBe(emailProblem(text));
      }),
    );
  });
});

test('normaliseEmail lower-cases A to Z', () => {
  expect(normaliseEmail('Ann.LEE@School.EDU')).toBe('ann.lee@school.edu');
});

describe('passwordProblem', () => {
  const owner = { username: 'Ann Lee-Smith', email: 'annlee2007@school.edu' };

  test.each([
    ['1234567', 'Password must be at least 8 characters.'],
    ['👍'.repeat(7), 'Password must be at least 8 characters.'],
    ['', 'Password must be at least 8 characters.'],
    ['x'.repeat(129), 'Password must be at most 128 characters.'],
    ['broken \ud83d pair', 'Password contains an invalid character.'],
    ['ann lee-SMITH', 'Password must not be your username or email.'],
    ['AnnLee2007@school.edu', 'Password must not be your username or email.'],
    ['ANNLEE2007', 'Password must not be your username or email.'],
  ])('refuses %o', (password, problem) => {
    expect(passwordProblem(password, owner)).toBe(problem);
  });

  test.each(['12345678', '👍'.repeat(8), 'x'.repeat(128), '👍'.repeat(128), 'annlee2007!', ' '.repeat(8)])(
    'accepts %o',
    (password) => {
      expect(passwordProblem(password, owner)).toBeUndefined();
    },
  );

  test('works without a username or e-mail address', () => {
    expect(passwordProblem('correct horse', { username: '', email: null })).toBeUndefined();
  });
});

describe('school domains', () => {
  test('emailDomain is the part from the last @', () => {
    expect(emailDomain('ann@school.edu')).toBe('@school.edu');
    expect(emailDomain('Ann@School.EDU')).toBe('@school.edu');
    expect(emailDomain('a@evil.com@school.edu')).toBe('@school.edu');
    expect(emailDomain('ann')).toBe('');
  });

  test.each(['@school.edu', '@students.school.co.uk', '@live.school.edu', '@my-school.k12.ca.us'])(
    'accepts %s',
    (pattern) => {
      expect(domainPatternProblem(pattern)).toBeUndefined();
    },
  );

  test.each([
    'school.edu',
    '@',
    '@school',
    '@School.edu',
    '@@school.edu',
    'a@school.edu',
    '@*.edu',
    '@school.edu ',
  ])('refuses %o for its form', (pattern) => {
    expect(domainPatternProblem(pattern)).toBe('Domain pattern must look like @school.edu, in lower case.');
  });

  const publicDomains = `
    gmail.com googlemail.com outlook.com outlook.de hotmail.co.uk live.com msn.com yahoo.com
    yahoo.co.uk yahoo.com.br yahoo.fr icloud.com me.com mac.com aol.com gmx.de gmx.net web.de
    proton.me protonmail.com mail.com zoho.com yandex.ru qq.com 163.com 126.com naver.com
    hey.com fastmail.com libero.it orange.fr t-online.de
  `;
  test.each(publicDomains.trim().split(/\s+/))('refuses @%s as public', (domain) => {
    expect(domainPatternProblem(`@${domain}`)).toBe(
      'Domain pattern must not belong to a public mail provider.',
    );
  });

  test('says what is missing', () => {
    expect(domainPatternProblem('')).toBe('Domain pattern is required.');
  });
});

test('invisible characters do not make a name different', () => {
  expect(loginKey('a\u200bnn\u00ad')).toBe('ann');
  expect(usernameProblem('\u200b\u2060')).toBe('Username is required.');
});
