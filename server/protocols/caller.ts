import { createHmac, randomBytes } from 'node:crypto'

const key = randomBytes(32)

/** A name for an address in the log: the same while this process runs, and nobody's address. */
export function callerName(address: string): string {
  return createHmac('sha256', key).update(address).digest('base64url').slice(0, 10)
}
