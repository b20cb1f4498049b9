import { describe, expect, test } from 'vitest'
import { licenceEndEmail } from './licence-end-email.ts'

const now = new Date('2026-11-22T12:00:00Z')
const recording = { deviceId: 'device', deviceName: 'Enduro', mode: 'THEFT', lastActiveAt: null } as const
const addresses = { publicUrl: 'https://wegwarte.example', shopUrl: 'https://shop.example/premium' }

test.each([
  ['2026-10-25T00:30:00Z', '25.10.2026, 02:30 Uhr (MESZ)'],
  ['2026-10-25T01:30:00Z', '25.10.2026, 02:30 Uhr (MEZ)'],
  ['2026-11-21T13:32:00Z', '21.11.2026, 14:32 Uhr (deutsche Zeit)'],
])('a licence that ended at %s is said to have ended since %s', (endedAt, words) => {
  const { text } = licenceEndEmail({ ...recording, endedAt: new Date(endedAt) }, addresses, now)
  expect(text).toContain(`seit dem ${words} keine gültige Lizenz mehr`)
})

describe('an ended licence’s e-mail', () => {
  const textFor = (lastActiveAt: string | null, shopUrl: string | null = addresses.shopUrl) =>
    licenceEndEmail(
      { ...recording, endedAt: now, lastActiveAt: lastActiveAt === null ? null : new Date(lastActiveAt) },
      { ...addresses, shopUrl },
      now,
    ).text

  test.each([
    [null, 'Das Gerät hat sich noch nie gemeldet. Bitte prüfen Sie es'],
    ['2026-11-22T11:00:00Z', 'Das Gerät selbst arbeitet: zuletzt gemeldet am 22.11.2026, 12:00 Uhr'],
    ['2026-11-01T11:00:00Z', 'zuletzt am 01.11.2026, 12:00 Uhr (deutsche Zeit) gemeldet. Bitte prüfen Sie es'],
  ])('says of a device last heard of at %s: %s', (lastActiveAt, words) => {
    expect(textFor(lastActiveAt)).toContain(words)
  })

  test('says where to renew, and what has stopped', () => {
    const text = textFor(null)
    expect(text).toContain('Im Shop verlängern:\nhttps://shop.example/premium')
    expect(text).toContain('keine Positionen mehr aufgezeichnet, und der Diebstahlalarm ist aus')
    expect(textFor(null, null)).not.toContain('Im Shop')
  })
})
