import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'

test('an endpoint that asks for more or less than a verified session is not opened to programs', () => {
  const draft = { limit: manyReads, summary: '', reply: z.object({}), tokenScope: 'DEVICES' } as const
  const open = endpoint('GET', '/api/things', { ...draft, access: 'verified' })
  const refused = [
    // @ts-expect-error it is open to everybody already
    endpoint('GET', '/api/things', { ...draft, access: 'public' }),
    // @ts-expect-error an account that is not verified has no programs
    endpoint('GET', '/api/things', { ...draft, access: 'signed-in' }),
    // @ts-expect-error a program cannot prove again who it is
    endpoint('GET', '/api/things', { ...draft, access: 'verified', stepUp: true }),
  ]
  expect([open, ...refused].map(({ tokenScope }) => tokenScope)).toHaveLength(4)
})
