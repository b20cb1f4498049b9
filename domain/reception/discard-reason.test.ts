import { describe, expect, test } from 'vitest'
import { whyDiscard } from './discard-reason.ts'

describe('a fix', () => {
  const now = new Date('2026-03-29T12:00:00.000Z')
  const nothingPast = { takenOverAt: null, consentRenewedAt: null, deletedUntil: null }
  const recorded = { mode: 'BOTH', past: nothingPast } as const
  const at = (instant: string) => ({ recordedAt: new Date(instant), flag: null, isReplay: false })

  test.each([
    ['of a device nobody owns', at('2026-03-29T11:59:00Z'), null, 'NO_OWNER'],
    ['while tracking is off', at('2026-03-29T11:59:00Z'), { ...recorded, mode: null }, 'TRACKING_OFF'],
    ['that is missing', null, recorded, 'NO_FIX'],
    ['that repeats the last known place', { ...at('2026-03-29T11:59:00Z'), flag: 'LAST_KNOWN' }, recorded, 'NO_FIX'],
    ['two minutes ahead', at('2026-03-29T12:02:00.000Z'), recorded, null],
    ['more than two minutes ahead', at('2026-03-29T12:02:00.001Z'), recorded, 'IN_THE_FUTURE'],
    ['exactly fourteen days old', at('2026-03-15T12:00:00.000Z'), recorded, null],
    ['older than fourteen days', at('2026-03-15T11:59:59.999Z'), recorded, 'TOO_OLD'],
    ['of a faked place', { ...at('2026-03-29T11:59:00Z'), flag: 'MOCK' }, recorded, null],
  ] as const)('%s is judged %#', (_name, fix, device, reason) => {
    expect(whyDiscard(fix, device, now)).toBe(reason)
  })

  const end = new Date('2026-03-29T11:00:00Z')
  const [before, since] = [at('2026-03-29T10:59:59Z'), at('2026-03-29T11:00:00Z')]
  const later = { ...at('2026-03-29T11:00:01Z'), isReplay: true }
  test.each([
    ['before its owner took it over from another', before, { takenOverAt: end }, 'TRACKING_OFF'],
    ['since its owner took it over', since, { takenOverAt: end }, null],
    ['before consent was given again', before, { consentRenewedAt: end }, 'TRACKING_OFF'],
    ['since consent was given again', since, { consentRenewedAt: end }, null],
    ['before a deletion, and reported by the tracker', before, { deletedUntil: end }, null],
    ['before a deletion, and sent again', { ...since, isReplay: true }, { deletedUntil: end }, 'DUPLICATE'],
    ['after a deletion, and sent again', later, { deletedUntil: end }, null],
    ['long before all of them', at('2026-03-01T00:00:00Z'), { takenOverAt: end, consentRenewedAt: end }, 'TOO_OLD'],
  ] as const)('that was measured %s is judged by when it was', (_name, fix, past, reason) => {
    expect(whyDiscard(fix, { ...recorded, past: { ...nothingPast, ...past } }, now)).toBe(reason)
  })
})
