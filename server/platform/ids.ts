import { randomBytes, randomUUID } from 'node:crypto'

/** A new id for a row: random, so that it reveals nothing and cannot be guessed (design, section 4). */
export function randomId(): string {
  return randomUUID()
}

/** Letters and digits that nobody confuses on the phone: no I, L, O and U (Crockford's base 32). */
const spokenLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const spokenLength = 10

/** The id of a request, which people read out to support. */
export function spokenId(): string {
  return Array.from(randomBytes(spokenLength), (byte) => spokenLetters.charAt(byte % spokenLetters.length)).join('')
}
