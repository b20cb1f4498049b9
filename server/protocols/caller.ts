import { createHmac, randomBytes } from 'node:crypto'

const key = randomBytes(32)

/** Recently given names: most come again with each report. */
const known = new Map<string, string>()
const mostKnown = 10_000

/** A pseudonym for an address in the log: the same while this process runs, and not reversible. */
export function callerName(address: string): string {
  const name = known.get(address) ?? nameOf(address)
  if (known.size >= mostKnown) known.clear()
  known.set(address, name)
  return name
}

function nameOf(address: string): string {
  return createHmac('sha256', key).update(address).digest('base64url').slice(0, 10)
}
