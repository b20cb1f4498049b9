import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signOutKey } from '#contract/auth/auth.ts'
import { signOutKeyOf } from './late-sign-outs.ts'

test('the key that is kept to sign out later is made of the token, and is not the hash that the server finds a session by', async () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const key = await signOutKeyOf('a-token')
  expect(key).toBe(sha256('Wegwarte, sign out: a-token'))
  expect(key).not.toBe(sha256('a-token'))
  expect(signOutKey.safeParse(key).success).toBe(true)
})
