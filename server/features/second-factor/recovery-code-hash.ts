import { hashOf } from '#server/platform/secrets.ts'

/** A code has 60 random bits and works for one account only, so a fast hash is enough. */
export function recoveryCodeHash(userId: string, code: string): Buffer {
  return hashOf(`${userId} ${code}`)
}
