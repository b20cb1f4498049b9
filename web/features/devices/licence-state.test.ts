import { expect, test } from 'vitest'
import { licenceState } from './licence-state.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2027-02-01T12:00:00Z', 'active', 'Lizenz STANDARD', 'bis 01.02.2027'],
  ['2026-12-03T12:00:00Z', 'expiring', 'Lizenz STANDARD', 'bis 03.12.2026 · noch 12 Tage'],
  ['2026-11-21T12:00:00Z', 'expired', 'Keine gültige Lizenz', 'abgelaufen am 21.11.2026'],
])('a device with a licence until %s is %s: %s, %s', (expiresAt, state, words, detail) => {
  const activeLicense = { id: 'standard', licenseType: 'STANDARD' as const, expiresAt }
  expect(licenceState({ activeLicense }, now)).toEqual({ state, words, detail })
})

test('a device without a licence says how to get one', () => {
  expect(licenceState({ activeLicense: null }, now)).toMatchObject({
    state: 'unlicensed',
    words: 'Keine gültige Lizenz',
  })
})
