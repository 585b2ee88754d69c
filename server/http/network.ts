import { isIPv6, SocketAddress } from 'node:net';

const GROUPS = 8;
/** A provider assigns half of an IPv6 address, and the customer chooses the other half as often as they like. */
const GIVEN_GROUPS = 4;

/** The unit that limits count: an IPv4 address, or the /64 network of an IPv6 address; anything else unchanged. */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  // The shortest form; what follows a % names a network interface.
  const { address } = new SocketAddress({ address: ip.split('%')[0] ?? ip, family: 'ipv6' });
  const ipv4 = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  if (ipv4) return ipv4;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, GIVEN_GROUPS).join(':')}::/64`;
};
