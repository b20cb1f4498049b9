import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import type { ReceptionStore } from './reception.store.ts'
import { createReceptionService } from './reception.service.ts'

const start = new Date('2026-11-22T09:00:00.000Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)

function diskFull(): Error {
  return Object.assign(new pg.DatabaseError('could not extend file: No space left on device', 0, 'error'), {
    code: '53100',
  })
}

test('that no fix can be stored is said once, and known until one is, or nobody reports any more', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  let isFull = false
  const store = {
    receive: async () => {
      if (isFull) throw diskFull()
      return { left: [null], free: [], settled: [{ outcome: 'STORED', tracker: null }], inDoubt: new Set() }
    },
    secretsOf: async () => new Map(),
  }
  // Only the outcome of a batch matters here.
  const service = createReceptionService({ store: store as unknown as ReceptionStore, log })
  const report = (minutes: number) =>
    service
      .receive({ identity: '350000000000001', fix: null, battery: null, charging: null, alarm: null }, after(minutes))
      .catch(() => 'refused')

  await report(0)
  expect(service.refusesAll(after(0))).toBe(false)
  isFull = true
  expect(await report(1)).toBe('refused')
  expect(await report(1)).toBe('refused')
  expect(service.refusesAll(after(2))).toBe(true)
  expect(service.refusesAll(after(17))).toBe(false)
  await report(18)
  isFull = false
  await report(19)
  expect(service.refusesAll(after(19))).toBe(false)
  expect(lines).toHaveLength(1)
})
