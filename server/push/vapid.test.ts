import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { hourSeconds } from '#contract/base/time-units.ts'
import { newVapidKeys, vapidHeader } from './vapid.ts'

/** The claims of a header whose signature matches its own key; null if it does not. */
function claimsOf(header: string): unknown {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null
}

test('the example of RFC 8292, section 2.4, is verified like our own', () => {
  const example =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  expect(claimsOf(example)).toEqual({
    aud: 'https://push.example.net',
    exp: 1_453_523_768,
    sub: 'mailto:push@example.com',
  })
})

test('a header names the push service, an end within a day, and the operator', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const endpoint = new URL('https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV')
  for (let count = 0; count < 300; count += 1) {
    const keys = newVapidKeys()
    expect([keys.publicKey.length, keys.privateKey.length]).toEqual([65, 32])
    if (count > 20) continue
    const header = vapidHeader(endpoint, keys, 'mailto:support@example.org', now)
    expect(claimsOf(header)).toEqual({
      aud: 'https://push.example.net',
      exp: now.getTime() / 1000 + 12 * hourSeconds,
      sub: 'mailto:support@example.org',
    })
  }
})
