/**
 * The network that limits count for an address. An IPv6 customer has a whole /64 to call from. An IPv4 address counts as the
 * same where the socket speaks IPv6. A port that a proxy appends is ignored, as every connection has another one.
 */
export function networkOf(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address
  const version4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(bare)?.[1]
  if (version4 !== undefined) return version4
  if (!bare.includes(':')) return bare
  const [before = '', after] = bare.toLowerCase().split('%', 1)[0]?.split('::', 2) ?? []
  const start = groups(before)
  const end = after === undefined ? [] : groups(after)
  const leftOut = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  const all = [...start, ...(after === undefined ? [] : leftOut), ...end]
  return mappedVersion4(all) ?? all.slice(0, 4).join(':')
}

const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, '')))

/** RFC 4291, section 2.5.5.2; here the last part is written like the others. */
function mappedVersion4(all: readonly string[]): string | null {
  const [high = '', low = ''] = all.slice(6)
  if (all.length !== 8 || all.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null
  const bytes = [high, low].map((group) => Number.parseInt(group, 16)).flatMap((word) => [word >> 8, word & 0xff])
  return bytes.join('.')
}
