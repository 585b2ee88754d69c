import { isIP } from 'node:net';
import { type Finding, findingsAbout } from './finding.ts';

const { warning, wrong } = findingsAbout('settings');

/** More hosts than this are not the proxies alone. */
const HOST_BITS_MAX = 16;

const hostBitsOf = (part: string): number | undefined => {
  const [address = '', prefix] = part.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  return version === 0 || !Number.isInteger(length) || length > bits ? undefined : bits - length;
};

/** Whoever comes from there can say that they are anybody. */
export function* judgeProxies(parts: readonly string[]): Iterable<Finding> {
  for (const part of parts) {
    const bits = hostBitsOf(part);
    if (bits === undefined)
      yield wrong(
        `TRUSTED_PROXIES has ${part}, which is neither an address nor a network.`,
        'Write an address such as 127.0.0.1, or a network such as 10.0.3.0/24.',
      );
    else if (part.endsWith('/0'))
      yield wrong(
        `TRUSTED_PROXIES has ${part}: it trusts everyone, so anyone can forge their address and guess passwords without limits.`,
        'Name the address of the proxy alone.',
      );
    else if (bits > HOST_BITS_MAX)
      yield warning(
        `TRUSTED_PROXIES has ${part}, a large network: anyone in it can forge their address.`,
        'Name the addresses of the proxies, or the smallest network that holds nothing else.',
      );
  }
}
