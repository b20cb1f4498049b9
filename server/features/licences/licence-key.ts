import { randomInt } from 'node:crypto'

/** E-mails and digits that are not mistaken for one another when read aloud or typed. */
const keyAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A key of 80 random bits in the form `WW-XXXX-XXXX-XXXX-XXXX`. */
export function newLicenceKey(): string {
  const group = () => Array.from({ length: 4 }, () => keyAlphabet[randomInt(keyAlphabet.length)]).join('')
  return ['WW', group(), group(), group(), group()].join('-')
}
