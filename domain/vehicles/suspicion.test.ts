import { describe, expect, test } from 'vitest'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { hourMs } from '#contract/base/time-units.ts'
import type { StateChange } from '#domain/dossier/dossier.ts'
import { suggestionOf } from './suspicion.ts'

const now = new Date('2026-06-20T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
const changes = (...steps: [DossierState, number][]): StateChange[] =>
  steps.map(([state, hours]) => ({ state, since: ago(hours), setAt: ago(hours) }))

describe('an alarm', () => {
  const alarm = (kind: AlarmKind, hours: number, seen = false) => ({
    kind,
    detectedAt: ago(hours).toISOString(),
    acknowledgedAt: seen ? now.toISOString() : null,
  })

  test('suggests suspicion: the earliest of the last day that nobody has seen', () => {
    const alarms = [alarm('MOVEMENT', 1), alarm('TOW', 3), alarm('MOVEMENT', 5, true), alarm('MOVEMENT', 25)]
    expect(suggestionOf([], alarms, now)).toBe(alarms[1])
  })

  test('of a knock gives way to a graver one, however early it was', () => {
    const later = alarm('MOVEMENT', 1)
    expect(suggestionOf([], [alarm('VIBRATION', 12), later], now)).toBe(later)
  })

  test('of a knock suggests suspicion, too: it can be how a theft begins', () => {
    const knock = alarm('VIBRATION', 1)
    expect(suggestionOf([], [knock], now)).toBe(knock)
  })

  test.each(['FIRST', 'LOW_BATTERY', 'TEST', 'SILENCE'] as const)('of the kind %s suggests nothing', (kind) => {
    expect(suggestionOf([], [alarm(kind, 1)], now)).toBeNull()
  })

  test('of a vehicle that is back suggests suspicion again', () => {
    const again = alarm('MOVEMENT', 2)
    expect(suggestionOf(changes(['RECOVERED', 3]), [again], now)).toBe(again)
  })

  test.each<[DossierState, number]>([
    ['SUSPICIOUS', 3],
    ['STOLEN', 3],
    ['RECOVERED', 1],
    ['PARKED', 1],
  ])('suggests nothing once the owner has said %s %i hours ago', (state, hours) => {
    expect(suggestionOf(changes([state, hours]), [alarm('MOVEMENT', 2)], now)).toBeNull()
  })
})
