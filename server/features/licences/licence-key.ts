import { randomInt } from 'node:crypto'

/** E-mails and digits that are not mistaken for one another when read aloud or typed. */
const keyAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A key of 80 random bits in the form `WW-XXXX-XXXX-XXXX-XXXX`. */
export function newLicenceKey(): string {
  return `WW-${randomGroups(4)}`
}

/** Groups of four letters and digits, 20 random bits each: `XXXX-XXXX`. */
export function randomGroups(count: number): string {
  const letter = () => keyAlphabet[randomInt(keyAlphabet.length)]
  return Array.from({ length: count }, () => Array.from({ length: 4 }, letter).join('')).join('-')
}
