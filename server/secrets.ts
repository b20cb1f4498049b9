import { hash as digest, randomBytes } from 'node:crypto'

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

/** Whether a text could be a token at all: a cut-off link is answered differently from an unknown one. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
