import { describe, expect, test } from 'vitest';
import { wordGroupOf, wordKey, wordsIn } from './password-words.ts';

const LISTED = new Set(['password', 'dragon', 'abc123', 'horse', 'all'].map(wordKey));
const groups = {
  school: wordsIn('Riverside College of Aix'),
  user: [...wordsIn('Zoë Lee-Smith'), ...wordsIn('lee2007'), ...wordsIn('李雷')],
};
const groupOf = (password: string) => wordGroupOf(password, groups, (key) => LISTED.has(key));

describe('a listed word', () => {
  const found = `
    dragon Dragon1 DRAGON!! 2007dragon #1-dragon-2007 drägon7 abc123!!
    p@ssw0rd P@$$W0RD pa55word99 1password1 passw0rd0 4ll-12345678 a1!!!!!!!
  `;
  test.each(found.trim().split(/\s+/))('is found in %o', (password) => {
    expect(groupOf(password)).toBe('listed');
  });

  test.each(['dragon horse', 'dragonfly8', 'mydragon99', 'dra gon', 'x9dragon', '12345678', '5417!3310'])(
    'does not make up %o',
    (password) => {
      expect(groupOf(password)).toBeUndefined();
    },
  );

  test('counts without the words of a group', () => {
    expect(groupOf('riverside-dragon-1')).toBe('listed');
    expect(groupOf('riverside-dragon-horse')).toBeUndefined();
  });
});

describe('the words of a group', () => {
  test.each([
    ['Riverside2024!', 'school'],
    ['r1v3r$1d3', 'school'],
    ['2007riverside', 'school'],
    ['RiversideCollege', 'school'],
    ['college of aix', 'school'],
    ['zoeleesmith', 'user'],
    ['Zoë.2009.Smith', 'user'],
    ['lee2008!', 'user'],
    ['xLee2008!', 'user'],
    ['李雷20070305', 'user'],
    ['ZoeRiverside1', 'school'],
  ])('make up most of %o', (password, group) => {
    expect(groupOf(password)).toBe(group);
  });

  test.each(['my bicycle at riverside', 'lee jumps 7', 'smithereens everywhere', '8391#2746'])(
    'do not make up most of %o',
    (password) => {
      expect(groupOf(password)).toBeUndefined();
    },
  );

  test('are not fragments that occur in many words', () => {
    expect(wordsIn('Al of St. Ives')).toEqual(['ai of st. ives', 'aiofstives', 'ives']);
    expect(wordsIn('')).toEqual([]);
  });
});
