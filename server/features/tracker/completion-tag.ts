import type { SessionUser } from '../../http/session.ts';
import { COMPLETION_FORM } from './tracker.queries.ts';

type Reader = Pick<SessionUser, 'visitId'>;

/** In which form this server answers the reader: one without notes is another answer. */
const formFor = ({ visitId }: Reader): string => `${COMPLETION_FORM}${visitId === null ? '' : 'v'}`;

/** The tag of an answer. Weak: however it is compressed, it is the same. */
export const tagFor = (reader: Reader, version: string): string => `W/"${formFor(reader)}-${version}"`;

/** The version that an `If-None-Match` header names, if the reader would be answered in the same form. */
export const versionIn = (header: string | undefined, reader: Reader): string | null =>
  new RegExp(`"${formFor(reader)}-([0-9a-f-]{36}|none)"`).exec(header ?? '')?.[1] ?? null;
