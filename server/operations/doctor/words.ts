/** The words that several checks use. */

const MEGABYTE = 1_000_000;

export const inGigabytes = (bytes: number): string =>
  bytes < 1000 * MEGABYTE
    ? `${Math.floor(bytes / MEGABYTE)} MB`
    : `${(bytes / MEGABYTE / 1000).toFixed(1)} GB`;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The error and those that caused it, the outermost first. */
const causesOf = (error: unknown): Error[] => {
  const all: Error[] = [];
  for (let at = error; at instanceof Error && all.length < 5; at = at.cause) {
    all.push(at);
    // Of several addresses of a host each has failed; the first says why.
    if (at instanceof AggregateError && at.errors[0] instanceof Error) all.push(at.errors[0]);
  }
  return all;
};

/** The system's code, wherever it is hidden. */
export const codeOf = (error: unknown): string => {
  const codes = causesOf(error).map((one) => ('code' in one && typeof one.code === 'string' ? one.code : ''));
  return codes.findLast((code) => code !== '') ?? '';
};

/** The innermost message: what is around it only says where it came through. */
export const reasonOf = (error: unknown): string =>
  causesOf(error).at(-1)?.message || codeOf(error) || String(error);

/** Of a file that the settings name; a socket is missing when one connects to it. */
const missingFileOf = (error: unknown): string | undefined =>
  causesOf(error)
    .map((one) =>
      'syscall' in one && one.syscall === 'open' && 'path' in one ? String(one.path) : undefined,
    )
    .find((path) => path !== undefined);

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;
const NOT_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/;
const BROKEN_OFF = /ECONNRESET|EPIPE|UND_ERR_SOCKET/;

export interface Place {
  host: string;
  /** Host and port. */
  place: string;
  /** Who should be there. */
  what: string;
  /** Where the address was written. */
  setting: string;
}

/** What stands between us and another machine; undefined when it is something else. */
export const connectionFault = (
  error: unknown,
  { host, place, what, setting }: Place,
): { found: string; advice: string; isSilence: boolean } | undefined => {
  const fault = (found: string, advice: string, isSilence = false) => ({ found, advice, isSilence });
  const code = codeOf(error);
  const name = error instanceof Error ? error.name : '';
  const file = missingFileOf(error);
  if (file !== undefined)
    return fault(
      `the file ${file} cannot be read (${code})`,
      `Correct its path in ${setting}, and let the user who runs the server read it.`,
    );
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return fault(
      `this machine finds no address for the name ${host} (${code})`,
      `See whether the name in ${setting} is right, and whether this machine can look up names (DNS).`,
    );
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return fault(
      `nothing listens at ${place} (${code})`,
      `Start ${what} there, or correct host and port in ${setting}.`,
    );
  if (NOT_TLS.test(code))
    return fault(
      `what listens at ${place} does not speak TLS (${code})`,
      `Write http:// instead of https:// in ${setting} if nobody else is on the way, or correct the port.`,
    );
  if (BROKEN_OFF.test(code))
    return fault(
      `${place} takes the connection and breaks it off (${code})`,
      `See what listens there: ${what}, or a proxy that has nobody behind it; and whether it speaks TLS where ${setting} does not.`,
    );
  if (CERTIFICATE.test(code))
    return fault(
      `the certificate of ${host} is not valid for this machine: ${reasonOf(error)} (${code})`,
      'Renew the certificate, or name the file with that of a private authority in NODE_EXTRA_CA_CERTS.',
    );
  if (/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|TIMEOUT/.test(code) || /Timeout|Abort/.test(name))
    return fault(
      `${place} does not answer (${code || 'no answer in time'})`,
      `See whether that machine is up, whether ${setting} is right, and whether a firewall between it and this one lets us through.`,
      true,
    );
  return undefined;
};
