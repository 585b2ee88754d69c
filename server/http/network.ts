import { isIPv6, SocketAddress } from 'node:net';

const GROUPS = 8;
/** A provider gives out half of an IPv6 address, and whoever has it chooses the other half as often as they like. */
const GIVEN_GROUPS = 4;

/** Whom limits count: an IPv4 address, or the network (/64) of an IPv6 address; anything else as it is. */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  // The shortest form; what follows a % names a card of the machine that saw it.
  const { address } = new SocketAddress({ address: ip.split('%')[0] ?? ip, family: 'ipv6' });
  const ipv4 = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  if (ipv4) return ipv4;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, GIVEN_GROUPS).join(':')}::/64`;
};
