import { createHmac, randomBytes } from 'node:crypto'

/*
 * Signatures of Standard Webhooks, which receivers verify with its libraries:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

/** @param secret `whsec_` and base64. @param seconds since 1970. */
export function signatureOf(secret: string, id: string, seconds: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`
}

const secretPrefix = 'whsec_'

/** Standard Webhooks: 24 to 64 random bytes. */
export function isWebhookSecret(secret: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return false
  const { length } = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return length >= 24 && length <= 64
}

export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64')
}
