import { dictionary } from '@zxcvbn-ts/language-common';
import { wordKey } from '../../../domain/password-words.ts';

/** The passwords that are tried first everywhere, from leaked lists. */
const COMMON = new Set(dictionary['passwords-common']);
/** The same as words to which digits and symbols are added. */
const WORDS = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= 3 && /[a-z]/.test(word)).map(wordKey),
);

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
export const isCommonWord = (key: string): boolean => WORDS.has(key);
