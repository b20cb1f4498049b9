import { expect, test } from 'vitest'
import type { Share } from '#contract/shares/shares.ts'
import { shareInWords } from './share-words.ts'

const now = new Date('2026-11-21T12:00:00Z')
const share: Share = {
  id: 's',
  deviceId: 'd',
  deviceName: 'Motorrad',
  recipient: 'Versicherung',
  scopes: ['DEVICE', 'POSITIONS'],
  createdAt: '2026-11-01T12:00:00Z',
  endsAt: '2026-12-01T12:00:00Z',
  revokedAt: null,
  lastUsedAt: null,
  uses: 0,
}

test.each([
  ['is open and was never used', {}, [true, 'gilt bis 01.12.2026, 13:00 Uhr', 'noch nie abgerufen']],
  [
    'was used once',
    { uses: 1, lastUsedAt: '2026-11-21T11:00:00Z' },
    [true, 'gilt bis 01.12.2026, 13:00 Uhr', '1-mal abgerufen, zuletzt vor 1 Stunde'],
  ],
  [
    'was revoked',
    { revokedAt: '2026-11-20T12:00:00Z' },
    [false, 'beendet am 20.11.2026, 13:00 Uhr', 'noch nie abgerufen'],
  ],
  [
    'is over',
    { endsAt: '2026-11-20T12:00:00Z' },
    [false, 'war gültig bis 20.11.2026, 13:00 Uhr', 'noch nie abgerufen'],
  ],
])('a share that %s says so', (_what, more, said) => {
  const { isOpen, validity, use, scope } = shareInWords({ ...share, ...more }, now)
  expect([isOpen, validity, use]).toEqual(said)
  expect(scope).toBe('Gerät und Zustand, Positionen')
})
