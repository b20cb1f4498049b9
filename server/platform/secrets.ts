import { hash as digest, randomBytes } from 'node:crypto'
import { signOutWords } from '#contract/auth/sign-out.ts'

/** 256 random bits for a session, a mailed link or a device, and their SHA-256, which is stored. */
export interface Secret {
  /** Sent once to the person or device that it belongs to; base64url, 43 characters. */
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

/** SHA-256 of the key by which a session can be ended, and nothing else: `signOutWords` says how a browser makes it. */
export function signOutHashOf(sessionToken: string): Buffer {
  return hashOf(hashOf(signOutWords + sessionToken).toString('hex'))
}

/** Whether a text could be a token at all: a cut-off link is answered differently from an unknown one. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
