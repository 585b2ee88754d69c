import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { unavailable } from '../../http/errors.ts';
import { generatePassword } from '../accounts/generate-password.ts';
import { GENERATED_GROUPS } from './import-rows.ts';

/** So many, with their hashes. Takes seconds, so it comes before the transaction. */
export const generatePasswords = async (
  { passwords, isStopping }: Pick<Context, 'passwords' | 'isStopping'>,
  count: number,
  { request, what, schoolId }: { request: FastifyRequest; what: string; schoolId: number },
): Promise<{ generated: string[]; hashes: string[] }> => {
  // Nothing to wait for, nor to be refused for because others hash many.
  if (count === 0) return { generated: [], hashes: [] };
  const generated = Array.from({ length: count }, () => generatePassword(GENERATED_GROUPS));
  // Passwords are shown once: if the caller has gone meanwhile, nobody gets one.
  const hasCallerGone = () => request.raw.socket.destroyed;
  const areWanted = () => !hasCallerGone() && !isStopping();
  const hashes = await passwords.hashAll(generated, { schoolId, areWanted });
  if (hashes) return { generated, hashes };
  const why = hasCallerGone() ? 'the caller has gone' : 'the server is stopping';
  request.log.info(`${what} cancelled: ${why}`);
  throw unavailable();
};
