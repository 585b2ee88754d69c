import type { Queries } from '../../db/database.ts';
import { getSealKey, sealWith, unsealWith } from '../accounts/seals.ts';

const getKey = (db: Queries) => getSealKey(db, 'sign_in_key');
export const ownerOf = (schoolId: number) => `school ${schoolId}`;

export const seal = async (db: Queries, schoolId: number, text: string): Promise<Buffer> =>
  sealWith(await getKey(db), ownerOf(schoolId), text);

/** Undefined when it was sealed on another instance. */
export const unseal = async (db: Queries, schoolId: number, sealed: Buffer): Promise<string | undefined> =>
  unsealWith(await getKey(db), ownerOf(schoolId), sealed);
