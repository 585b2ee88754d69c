import type { Context } from '../../context.ts';
import type { Subject } from '../../http/throttle.ts';

interface Attempt {
  /** Guesses by username and by e-mail are guesses at one account. */
  account: Subject;
  passwordHash: string | undefined;
  password: string;
  ip: string;
}

/**
 * Whether this is the account's password; throws 429 while guesses at it, or from this address, have to wait. Those
 * take no slot for hashing, and a caller who gets no slot has not used up a guess: a rush must not make anybody wait
 * longer.
 */
export const checkPassword = async (
  { throttle, passwords }: Pick<Context, 'throttle' | 'passwords'>,
  { account, passwordHash, password, ip }: Attempt,
): Promise<boolean> => {
  await throttle.wait(account, ip);
  const isRight = await passwords.verify(passwordHash, password, {
    address: ip,
    first: () => throttle.guess(account, ip),
  });
  await (isRight ? throttle.trust(account, ip) : throttle.fail(account, ip));
  return isRight;
};
