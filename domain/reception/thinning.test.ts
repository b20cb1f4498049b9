import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { aCandidate, aDevice, aFix, aReport, aTracker } from './testing/reports.ts'
import { minutesToThinOut, thinOut, thinOutCandidates } from './thinning.ts'

describe('the movement profile', () => {
  const at = (clock: string) => new Date(`2026-03-29T${clock}Z`)
  const clocks = (times: readonly Date[]) => times.map((time) => time.toISOString().slice(11, 19)).toSorted()

  test.each([
    ['keeps the first fix of each minute', ['08:00:10', '08:00:40', '08:01:05'], [], ['08:00:10', '08:01:05'], []],
    ['keeps nothing of a minute that has an earlier fix', ['08:00:40'], ['08:00:10'], [], []],
    ['lets an earlier fix that arrives late take the place', ['08:00:10'], ['08:00:40'], ['08:00:10'], ['08:00:40']],
    ['does not store a re-sent fix again', ['08:00:10'], ['08:00:10'], [], []],
    ['cuts at the clock minute, not after sixty seconds', ['08:00:59', '08:01:00'], [], ['08:00:59', '08:01:00'], []],
  ])('%s', (_name, arriving, stored, kept, replaced) => {
    const thinned = thinOut(arriving.map(at), stored.map(at))
    expect(clocks(thinned.kept)).toEqual(kept)
    expect(clocks(thinned.replaced)).toEqual(replaced)
  })

  test('is the same whatever order and packets the fixes arrive in', () => {
    const second = fc.integer({ min: 0, max: 300 }).map((seconds) => at('08:00:00').getTime() + seconds * secondMs)
    const deliveries = fc.array(fc.array(second, { maxLength: 6 }), { maxLength: 8 })
    fc.assert(
      fc.property(deliveries, (packets) => {
        const inOrder = [...new Set(packets.flat())].toSorted((a, b) => a - b)
        const firsts = inOrder.filter((time, index) => index === 0 || minute(inOrder[index - 1]) !== minute(time))
        expect([...deliver(packets)].toSorted((a, b) => a - b)).toEqual(firsts)
      }),
      { numRuns: 300 },
    )
  })

  const minute = (time: number | undefined) => Math.floor((time ?? 0) / minuteMs)

  function deliver(packets: readonly number[][]): Set<number> {
    const stored = new Set<number>()
    for (const packet of packets) {
      const { kept, replaced } = thinOut(
        packet.map((time) => new Date(time)),
        [...stored].map((time) => new Date(time)),
      )
      for (const time of replaced) stored.delete(time.getTime())
      for (const time of kept) stored.add(time.getTime())
    }
    return stored
  }
})

describe('candidates for the history', () => {
  const at = (clock: string) => new Date(`2026-03-29T11:${clock}Z`)
  const enabledAt = at('00:00')
  const of = (id: string, mode: 'MOVEMENT' | 'BOTH', clock: string) =>
    aCandidate({
      tracker: aTracker({ imei: id, device: aDevice({ id, mode, enabledAt }) }),
      report: aReport({ fix: aFix({ recordedAt: at(clock) }) }),
    })

  test('are thinned out in the mode MOVEMENT alone, each minute of each device once', () => {
    const candidates = [
      of('enduro', 'MOVEMENT', '08:10'),
      of('enduro', 'MOVEMENT', '08:40'),
      of('enduro', 'MOVEMENT', '09:05'),
      of('scooter', 'MOVEMENT', '08:10'),
      of('car', 'BOTH', '08:10'),
    ]
    expect(minutesToThinOut(candidates)).toEqual([
      { deviceId: 'enduro', minute: at('08:00') },
      { deviceId: 'enduro', minute: at('09:00') },
      { deviceId: 'scooter', minute: at('08:00') },
    ])
  })

  test('are refused with the reason, and replace what is later in their minute', () => {
    const candidates = [
      of('enduro', 'MOVEMENT', '08:10'),
      of('enduro', 'MOVEMENT', '08:20'),
      of('enduro', 'MOVEMENT', '09:05'),
      of('car', 'BOTH', '08:20'),
    ]
    const stored = [at('08:40'), at('09:05')].map((recordedAt) => ({ deviceId: 'enduro', recordedAt }))
    const { refused, replaced } = thinOutCandidates(candidates, stored)
    expect(candidates.map(({ position }) => refused.get(position))).toEqual([
      undefined,
      'THINNED_OUT',
      'DUPLICATE',
      undefined,
    ])
    expect(replaced).toEqual([{ deviceId: 'enduro', recordedAt: at('08:40'), since: enabledAt }])
  })
})
