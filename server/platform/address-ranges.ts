import { isIP } from 'node:net'

/* Addresses as numbers of IPv6, where an IPv4 address is the one that it is mapped to (RFC 4291, section 2.5.5.2). */

interface Span {
  first: bigint
  last: bigint
}

function numberOf(address: string): bigint {
  const version6 = isIP(address) === 4 ? `::ffff:${address}` : (address.split('%', 1)[0] ?? '')
  // Written by the URL standard there are no capitals, and no part of four numbers.
  const [before = '', after] = new URL(`http://[${version6}]`).hostname.slice(1, -1).split('::', 2)
  const groupsOf = (text = '') => (text === '' ? [] : text.split(':'))
  const [start, end] = [groupsOf(before), groupsOf(after)]
  const all = [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
  return all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

/** @param network an address, or addresses with the length of what they share: `10.0.0.0/8`. */
function spanOf(network: string): Span {
  const [address = '', bits] = network.split('/')
  const free = bits === undefined ? 0n : BigInt((isIP(address) === 4 ? 32 : 128) - Number(bits))
  const first = (numberOf(address) >> free) << free
  return { first, last: first + (1n << free) - 1n }
}

const everyVersion4 = spanOf('0.0.0.0/0')
/** What nobody on the internet has as an address (RFC 1122, 1918 and 3927; RFC 4193 and 4291). */
const ownVersion4 = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'].map(spanOf)
const ownVersion6 = ['::1', 'fc00::/7', 'fe80::/10'].map(spanOf)

/**
 * Whether a host is this machine or in a network of its operator's, as far as its name says. Nobody on the internet has a
 * name without a dot, or below one of these (RFC 6761, 6762 and 8375; ICANN has reserved `internal`).
 */
export function isInOwnNetwork(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[(.+)\]$/, '$1')
  if (isIP(bare) === 0) return !bare.includes('.') || /\.(?:localhost|local|internal|home\.arpa)\.?$/.test(bare)
  return covered([spanOf(bare)], [...ownVersion4, ...ownVersion6]) === 1n
}

/** How many addresses of the internet are in at least one of some networks. */
export function publicAddressesIn(networks: readonly string[]): { version4: bigint; version6: bigint } {
  const spans = merged(networks.map(spanOf))
  const all = spans.reduce((sum, { first, last }) => sum + last - first + 1n, 0n)
  const version4 = covered(spans, [everyVersion4])
  return {
    version4: version4 - covered(spans, ownVersion4),
    version6: all - version4 - covered(spans, ownVersion6),
  }
}

/** The same addresses, none of them twice. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = result.at(-1)
    if (before === undefined || span.first > before.last) result.push({ ...span })
    else if (span.last > before.last) before.last = span.last
  }
  return result
}

/** How many addresses both have; neither has one twice. */
function covered(spans: readonly Span[], by: readonly Span[]): bigint {
  let count = 0n
  for (const one of spans) {
    for (const other of by) {
      const first = one.first > other.first ? one.first : other.first
      const last = one.last < other.last ? one.last : other.last
      if (first <= last) count += last - first + 1n
    }
  }
  return count
}
