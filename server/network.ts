/**
 * Whose address it is, as far as limits go: an IPv6 customer has a whole /64 to call from, and an IPv4 address keeps its
 * name where the socket speaks IPv6.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [before = '', after] = address.toLowerCase().split('%', 1)[0]?.split('::', 2) ?? []
  const start = groups(before)
  const end = after === undefined ? [] : groups(after)
  const leftOut = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return [...start, ...(after === undefined ? [] : leftOut), ...end].slice(0, 4).join(':')
}

const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, '')))
