import { expect, test } from 'vitest'
import { licenceEndEmail } from './licence-end-email.ts'

test.each([
  ['2026-10-25T00:30:00Z', '25.10.2026, 02:30 Uhr (MESZ)'],
  ['2026-10-25T01:30:00Z', '25.10.2026, 02:30 Uhr (MEZ)'],
  ['2026-11-21T13:32:00Z', '21.11.2026, 14:32 Uhr (deutsche Zeit)'],
])('a licence that ended at %s is said to have ended since %s', (endedAt, words) => {
  const recording = { deviceId: 'device', deviceName: 'Enduro', mode: 'THEFT', endedAt: new Date(endedAt) } as const
  const { text } = licenceEndEmail({ email: '', ...recording }, 'https://wegwarte.example')
  expect(text).toContain(`seit dem ${words} keine gültige Lizenz mehr`)
})
