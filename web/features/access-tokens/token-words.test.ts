import { expect, test } from 'vitest'
import type { AccessToken } from '#contract/access-tokens/access-tokens.ts'
import { exampleCall, tokenInWords } from './token-words.ts'

const token: AccessToken = {
  id: 't',
  name: 'Home Assistant',
  scopes: ['DEVICES', 'ALARMS'],
  createdAt: '2026-11-01T12:00:00Z',
  expiresAt: '2026-11-30T23:30:00Z',
  lastUsedOn: null,
}

test.each([
  ['valid and unused', {}, '2026-11-29T12:00:00Z', [true, 'gilt bis 01.12.2026', 'noch nie benutzt']],
  [
    'used',
    { lastUsedOn: '2026-11-28' },
    '2026-11-29T12:00:00Z',
    [true, 'gilt bis 01.12.2026', 'zuletzt benutzt am 28.11.2026'],
  ],
  ['expired', {}, '2026-11-30T23:30:00Z', [false, 'abgelaufen am 01.12.2026', 'noch nie benutzt']],
])('a token that is %s says so by German days', (_what, more, now, [isValid, validity, use]) => {
  expect(tokenInWords({ ...token, ...more }, new Date(now))).toEqual({
    isValid,
    allowed: 'Geräte und ihren Zustand lesen; Alarme lesen',
    validity,
    use,
  })
})

test('the example is a call that the token opens', () => {
  const example = (...scopes: AccessToken['scopes']) => exampleCall('https://wegwarte.example', scopes)
  expect(example('ALARMS', 'DEVICES')).toBe(
    'curl -H "Authorization: Bearer $TOKEN" https://wegwarte.example/api/devices',
  )
  expect(example('ALARMS', 'POSITIONS')).toContain('/api/tracking/latest/')
  expect(example('ALARMS')).toContain('/api/alarms/')
  expect(example('ANSWER_ALARMS')).toBeNull()
})
