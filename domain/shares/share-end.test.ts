import { describe, expect, test } from 'vitest'
import { shareEnd } from './share-end.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('a share ends', () => {
  test.each([
    ['where nothing is wished', null, '2026-12-21T12:00:00.000Z'],
    ['when it is wished', '2026-11-22T00:00:00Z', '2026-11-22T00:00:00.000Z'],
    ['after a year at the latest', '2027-11-22T12:00:00Z', '2027-11-22T12:00:00.000Z'],
  ])('%s', (_what, wished, endsAt) => {
    expect(shareEnd(wished === null ? null : new Date(wished), now)).toEqual({ endsAt: new Date(endsAt) })
  })

  test.each([
    ['in the past', '2026-11-21T11:59:59Z'],
    ['now', '2026-11-21T12:00:00Z'],
    ['in more than a year', '2027-11-22T12:00:01Z'],
  ])('not %s', (_what, wished) => {
    expect(shareEnd(new Date(wished), now)).toEqual({ mistake: expect.any(String) })
  })
})
