import { createHmac } from 'node:crypto'

/**
 * What the log calls somebody: the same in every process and after every start, and made with a key that only the database
 * has. The log alone reveals nothing; support computes the name of one account or tracker (`devices trace`).
 */
export interface Pseudonyms {
  tracker(identity: string): string
  user(id: string): string
  /** Of an address on the internet. */
  caller(address: string): string
}

const nameLength = 10
/** Recently given names: most come again with each report. */
const mostKnown = 50_000

export function createPseudonyms(key: Buffer): Pseudonyms {
  const known = new Map<string, string>()
  const nameOf = (kind: string, what: string) => {
    const whole = `${kind} ${what}`
    const name = known.get(whole) ?? createHmac('sha256', key).update(whole).digest('base64url').slice(0, nameLength)
    if (known.size >= mostKnown) known.clear()
    known.set(whole, name)
    return name
  }
  return {
    tracker: (identity) => nameOf('tracker', identity),
    user: (id) => nameOf('user', id),
    caller: (address) => nameOf('caller', address),
  }
}
