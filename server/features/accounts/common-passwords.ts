import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN } from '../../../domain/accounts.ts';

/** The passwords that are tried first everywhere, from leaked lists; shorter ones are refused anyway. */
const COMMON = new Set(dictionary['passwords-common'].filter((word) => word.length >= PASSWORD_MIN));

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
