import { secondFactorLimits } from '#contract/second-factor/second-factor-limits.ts'

/** Crockford's base 32: no letter that looks like a digit. 32 characters, so a random byte gives each equally often. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groupLength = 4

/** A code as somebody typed it: one of the app, or a recovery code. */
export type TypedCode = { kind: 'app'; digits: string } | { kind: 'recovery'; code: string }

const appCode = new RegExp(String.raw`^\d{${secondFactorLimits.digits}}$`)
const recoveryCode = new RegExp(`^[${alphabet}]{${secondFactorLimits.recoveryCodeLength}}$`)

/** Reads what was typed, whatever spaces, hyphens and small letters are in it; null if it can be no code at all. */
export function readCode(typed: string): TypedCode | null {
  const bare = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (appCode.test(bare)) return { kind: 'app', digits: bare }
  const code = bare.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return recoveryCode.test(code) ? { kind: 'recovery', code } : null
}

/** @param random as many bytes as a code has characters. */
export function recoveryCodeOf(random: Uint8Array): string {
  return Array.from(random, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** In groups, as it is shown. */
export function inGroups(code: string): string {
  return (code.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join('-')
}
