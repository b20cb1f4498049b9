import { hash as digest, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { serverLimits } from '#contract/server-limits.ts'
import { atMost } from '#server/at-once.ts'

/** 256 random bits for a session, a mailed link or a device, and the SHA-256 that is stored of them. */
export interface Secret {
  /** Told once to whom it belongs; base64url, 43 characters. */
  token: string
  hash: Buffer
}

export function createSecret(): Secret {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

export function hashOf(token: string): Buffer {
  return digest('sha256', token, 'buffer')
}

/** Whether a text could be a token at all: a mail program that cut a link off is told apart from an unknown link. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Each takes 19 MiB and a thread of the pool that files and names need, too: whoever comes on top waits. */
const inTurn = atMost(serverLimits.passwordsHashedAtOnce)

/** Argon2id with the library's parameters (19 MiB, 2 passes: OWASP's first recommendation). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password))
}
