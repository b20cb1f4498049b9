import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { CallLimit } from '#contract/base/call-limit.ts'
import { endpoint, type Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { places } from '#contract/places/places.ts'
import type { Taken } from '#server/db/transactions/attempts.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { createCallLimits } from './call-limits.ts'
import type { Caller } from './caller.ts'

const limited = (limit: CallLimit): Endpoint =>
  endpoint('GET', '/api/things', { access: 'public', limit, summary: '', reply: z.object({}) })
const nobody: Caller = { kind: 'nobody' }
const userOf = (id: string, demo = false) => ({
  id,
  email: '',
  createdAt: '',
  emailVerified: true,
  imeiVerified: true,
  demo,
})
const signedIn = (id: string, demo = false): Caller => ({
  kind: 'user',
  user: userOf(id, demo),
  sessionId: 's',
  confirmedAt: null,
})

test('an endpoint without a limit does not compile', () => {
  const draft = { access: 'public', summary: '', reply: z.object({}) } as const
  // @ts-expect-error how often it may be called is part of every endpoint
  expect(endpoint('GET', '/api/things', draft)).not.toHaveProperty('limit')
  // @ts-expect-error without a limit there is a reason
  expect(endpoint('GET', '/api/things', { ...draft, limit: { unlimited: true } }).limit).not.toEqual({})
})

test('every unlimited endpoint says why, and endpoints with the same kind of limit have the same rule', () => {
  const byKind = new Map<string, { max: number; minutes: number }>()
  for (const { limit } of endpoints) {
    if ('unlimited' in limit) expect(limit.unlimited.length).toBeGreaterThan(20)
    const rules = 'rules' in limit ? Object.values(limit.rules) : 'kind' in limit ? [limit] : []
    for (const { kind, max, minutes } of rules) {
      expect(byKind.get(kind) ?? { max, minutes }).toEqual({ max, minutes })
      byKind.set(kind, { max, minutes })
    }
  }
})

test('many cheap calls are counted in memory for each caller, and a refusal says when the next one is allowed', () => {
  const clock = clockAt('2026-05-01T08:00:00Z')
  const take = vi.fn<() => Promise<Taken>>()
  const { atTheDoor, beforeTheHandler } = createCallLimits({ take }, clock)(limited({ per: 'caller', perMinute: 3 }))
  const call = (caller: Caller, address = '192.0.2.1') => atTheDoor?.({ caller, address })
  for (let calls = 0; calls < 3; calls += 1) call(signedIn('anna'))
  expect(() => call(signedIn('anna'))).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfter: 20 } }),
  )
  call(signedIn('ben'))
  call({ kind: 'program', tokenId: 'token', name: 'Programm', scopes: [], user: userOf('anna') })
  call(nobody)
  clock.advance(20_000)
  call(signedIn('anna'))
  expect(beforeTheHandler).toBeNull()
  expect(take).not.toHaveBeenCalled()
})

test('each caller can have only a few long answers under way, and gets the next when one is over', () => {
  const hold = createCallLimits({ take: vi.fn<() => Promise<Taken>>() }, clockAt('2026-05-01T08:00:00Z'))
  const { whileAnswered } = hold(limited({ per: 'caller', perMinute: 100, atOnce: 2 }))
  const begin = (caller: Caller) => whileAnswered?.({ caller, address: '192.0.2.1' })
  const over = begin(signedIn('anna'))
  begin(signedIn('anna'))
  expect(() => begin(signedIn('anna'))).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', message: expect.stringContaining('Bitte warten Sie') }),
  )
  begin(signedIn('ben'))
  over?.()
  begin(signedIn('anna'))
  expect(() => begin(signedIn('anna'))).toThrow('Bitte warten Sie')
  expect(hold(limited({ per: 'caller', perMinute: 100 })).whileAnswered).toBeNull()
})

test('of one caller a single question after the names of places is under way at a time', () => {
  const hold = createCallLimits({ take: vi.fn<() => Promise<Taken>>() }, clockAt('2026-05-01T08:00:00Z'))
  const { whileAnswered } = hold(places.names)
  const ask = () => whileAnswered?.({ caller: signedIn('anna'), address: '192.0.2.1' })
  const over = ask()
  expect(ask).toThrow('Bitte warten Sie')
  over?.()
  expect(ask).not.toThrow()
})

test.each([
  { who: 'a user', caller: signedIn('anna'), address: '192.0.2.1', subject: 'anna' },
  {
    who: 'a device',
    caller: { kind: 'device', deviceId: 'd', imei: 'i' } as const,
    address: '192.0.2.1',
    subject: 'd',
  },
  { who: 'nobody, by the network', caller: nobody, address: '2001:db8:1:2:3::4', subject: '2001:db8:1:2' },
  { who: 'the demo, by the network', caller: signedIn('demo', true), address: '192.0.2.1', subject: 'demo 192.0.2.1' },
])('what is counted in the database is counted for $who', async ({ caller, address, subject }) => {
  const take = vi.fn<() => Promise<Taken>>(async () => ({ allowed: false, retryAfterSeconds: 7 }))
  const rule = { kind: 'thing', per: 'caller', max: 1, minutes: 60 } as const
  const { atTheDoor, beforeTheHandler } = createCallLimits({ take }, clockAt('2026-05-01T08:00:00Z'))(limited(rule))
  expect(atTheDoor).toBeNull()
  await expect(beforeTheHandler?.({ caller, address })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfter: 7 },
  })
  expect(take).toHaveBeenCalledWith(rule, subject)
})
