import { expect, test } from 'vitest'
import { settleAll } from './settlement.ts'
import { judge } from './judgement.ts'
import { aCandidate, aFix, after, anAcceptedReport, aReport, aTracker } from './testing/reports.ts'

const at = (seconds: number) => aCandidate({ report: aReport({ fix: aFix({ recordedAt: after(seconds) }) }) })
const stored = (seconds: number) => ({ deviceId: 'enduro', recordedAt: after(seconds) })

test('each report gets its outcome, in their order', () => {
  const stranger = { tracker: null, outcome: 'UNKNOWN_TRACKER' as const }
  const discarded = judge(anAcceptedReport({ tracker: aTracker({ device: null }) }), null)
  const thinnedOut = at(-2)
  const settled = settleAll(
    [stranger, at(0), discarded, thinnedOut, at(-3)],
    new Map([[thinnedOut.position, 'THINNED_OUT']]),
    [stored(0)],
  )
  expect(settled.map(({ outcome }) => outcome)).toEqual([
    'UNKNOWN_TRACKER',
    'STORED',
    'NO_OWNER',
    'THINNED_OUT',
    'DUPLICATE',
  ])
})

test('the same fix twice in one batch is stored once, and then a duplicate', () => {
  const settled = settleAll([at(0), at(0)], new Map(), [stored(0)])
  expect(settled.map(({ outcome }) => outcome)).toEqual(['STORED', 'DUPLICATE'])
})

test('a position of the same time that another device stored is not taken for it', () => {
  expect(settleAll([at(0)], new Map(), [{ ...stored(0), deviceId: 'other' }])[0]?.outcome).toBe('DUPLICATE')
})
