import { describe, expect, it } from 'vitest'
import { setupOf } from './setup.ts'

const registeredAt = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-21T12:00:00Z')
const earlier = new Date('2026-11-01T12:00:00Z')
const fresh = { lastActiveAt: null, registeredAt, mode: null, testedAt: null }
const done = (facts: Parameters<typeof setupOf>[0]) => setupOf(facts).map(({ step, done }) => [step, done])

describe('setting up a device', () => {
  it('takes three steps: it reports, it is tracked, its alarm was tried', () => {
    expect(done(fresh)).toEqual([
      ['TRACKER', false],
      ['TRACKING', false],
      ['TEST_ALARM', false],
    ])
    expect(done({ ...fresh, lastActiveAt: later, mode: 'BOTH', testedAt: later }).every(([, isDone]) => isDone)).toBe(
      true,
    )
  })

  it('a report from before it had this owner does not count', () => {
    expect(done({ ...fresh, lastActiveAt: earlier })[0]).toEqual(['TRACKER', false])
  })

  it('needs no test in a mode without alarms', () => {
    expect(done({ ...fresh, mode: 'MOVEMENT' })).toEqual([
      ['TRACKER', false],
      ['TRACKING', true],
    ])
  })
})
