import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { hourSeconds } from '#contract/base/time-units.ts'
import { pushCurve } from './encryption.ts'

/** By which push services recognise the sender: a key pair of P-256, the public one an uncompressed point. */
export interface VapidKeys {
  publicKey: Buffer
  /** Never logged. */
  privateKey: Buffer
}

export function newVapidKeys(): VapidKeys {
  const pair = createECDH(pushCurve)
  const publicKey = pair.generateKeys()
  // A small number comes without its leading zeros.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey, privateKey }
}

/** RFC 8292, section 2: at most 24 hours. */
const validSeconds = 12 * hourSeconds

/**
 * The `Authorization` header for messages to a push service (RFC 8292).
 * @param subject how to reach the operator: a `mailto:` or `https:` address.
 */
export function vapidHeader(endpoint: URL, { publicKey, privateKey }: VapidKeys, subject: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + validSeconds
  const claims = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: endpoint.origin, exp: expires, sub: subject },
  ]
  const signed = claims.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
      d: privateKey.toString('base64url'),
    },
  })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
}
