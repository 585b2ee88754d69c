import { dictionary } from '@zxcvbn-ts/language-common';
import { wordKey } from '../../../domain/password-words.ts';

/** The passwords that attackers try first, from leaked lists. */
const COMMON = new Set(dictionary['passwords-common']);
/** The same as base words to which digits and symbols get added. */
const WORDS = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= 3 && /[a-z]/.test(word)).map(wordKey),
);

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
export const isCommonWord = (key: string): boolean => WORDS.has(key);
