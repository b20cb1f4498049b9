import { describe, expect, it } from 'vitest'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { vehicle } from './testing/vehicle.ts'
import {
  guardInWords,
  headlineOf,
  momentInWords,
  motionInWords,
  outOfSeasonInWords,
  sentenceOf,
  type Suspicion,
  toneOf,
} from './vehicle-states.ts'

/** 21:00 in Germany. */
const now = new Date('2026-11-21T20:00:00Z')

const since = '2026-11-21T02:23:00Z'
const moved: Suspicion = {
  kind: 'ALARM',
  alarmId: 'a',
  alarmKind: 'MOVEMENT',
  since,
  positions: 4,
  sent: { emailDueAt: null, emailedAt: null, emailFailed: false, pushedAt: null },
}

describe('the state of a vehicle', () => {
  it('is one sentence', () => {
    expect(sentenceOf(vehicle, now)).toBe('steht seit 19:40 · Akku 96 % · Alarm scharf')
    expect(sentenceOf({ ...vehicle, motion: null, battery: null }, now)).toBe('noch keine Position · Alarm scharf')
  })

  it.each([
    [{ kind: 'MOVING', since: '2026-11-21T19:02:00Z', exact: true }, 'fährt seit 20:02'],
    [{ kind: 'STANDING', since: '2026-11-20T18:40:00Z', exact: true }, 'steht seit gestern, 19:40'],
    [{ kind: 'STANDING', since: '2026-11-08T18:40:00Z', exact: false }, 'steht mindestens seit 08.11.2026, 19:40'],
    [{ kind: 'LAST_MOVING', since: '2026-11-21T17:00:00Z', exact: true }, 'zuletzt in Fahrt'],
  ] as const)('says what it does: %j', (motion, words) => expect(motionInWords(motion, now)).toBe(words))

  it.each([
    [{ kind: 'PAUSED', pause: 'RIDE', until: '2026-11-22T18:00:00Z' }, 'Alarm pausiert bis zur Ankunft'],
    [{ kind: 'PAUSED', pause: 'OPEN', until: null }, 'Alarm pausiert, bis Sie ihn einschalten'],
    [{ kind: 'PAUSED', pause: 'TIMED', until: '2026-11-21T20:30:00Z' }, 'Alarm pausiert bis 21:30'],
    [{ kind: 'OFF', why: 'NO_LICENCE' }, 'Alarm aus: keine Lizenz'],
    [{ kind: 'OFF', why: 'NOT_TRACKED' }, 'Alarm aus: Tracking ist aus'],
  ] as const)('says whether the alarm is on: %j', (guard, words) => expect(guardInWords(guard, now)).toBe(words))

  it.each<[Partial<VehicleState>, string, string | null]>([
    [{}, 'armed', null],
    [{ condition: moved }, 'suspicion', 'Bewegt seit 03:23. Sind Sie das?'],
    [{ condition: { ...moved, evidence: 'LEADS_AWAY' } }, 'suspicion', 'Bewegt seit 03:23. Sind Sie das?'],
    [{ condition: { ...moved, evidence: 'FAR' } }, 'suspicion', 'Vermutlich bewegt seit 03:23. Sind Sie das?'],
    [{ condition: { kind: 'UNEXPLAINED', since } }, 'suspicion', 'Vielleicht bewegt seit 03:23. Sind Sie das?'],
    [{ condition: { kind: 'MISSED', stated: 'STOLEN', since } }, 'stolen', 'Als gestohlen gemeldet seit 03:23'],
    [{ condition: { kind: 'MISSED', stated: 'SUSPICIOUS', since } }, 'suspicion', 'Verdacht gemeldet seit 03:23'],
    [{ condition: { kind: 'BACK', since } }, 'armed', null],
    [{ condition: { kind: 'UNWATCHED', why: 'SILENT' } }, 'off', null],
    [
      { condition: { kind: 'OWN_WORD' }, guard: { kind: 'PAUSED', pause: 'RIDE', until: '2026-11-22T18:00:00Z' } },
      'paused',
      null,
    ],
    [{ condition: { kind: 'UNWATCHED', why: 'MODE' }, guard: { kind: 'OFF', why: 'MODE' } }, 'off', null],
    [
      { condition: moved, callForHelp: { alarmId: 'b', kind: 'SOS', at: since } },
      'help',
      'Hilferuf um 03:23. Brauchen Sie Hilfe?',
    ],
  ])('shows what is gravest: %j', (differing, tone, headline) => {
    const state = { ...vehicle, ...differing }
    expect([toneOf(state), headlineOf(state, now)]).toEqual([tone, headline])
  })

  it('does not call an alarm armed whose tracker is silent', () => {
    const silent = { ...vehicle, condition: { kind: 'UNWATCHED', why: 'SILENT' } } as const
    expect(sentenceOf(silent, now)).toBe('steht seit 19:40 · Akku 96 % · Alarm ohne Verbindung')
  })

  it.each([
    [null, '2026-11-21T12:00:00Z', null],
    [{ fromMonth: 4, toMonth: 10 }, '2026-10-31T12:00:00Z', null],
    // In Germany it is November already.
    [{ fromMonth: 4, toMonth: 10 }, '2026-10-31T23:30:00Z', 'Saison 04–10: '],
    [{ fromMonth: 11, toMonth: 3 }, '2026-12-31T12:00:00Z', null],
  ])('says of the season %j at %s that it is over: %s', (season, at, words) => {
    expect(outOfSeasonInWords(season, new Date(at))?.slice(0, 14) ?? null).toBe(words)
  })

  it('names days in Germany, also over midnight', () => {
    const midnight = new Date('2026-11-21T23:10:00Z')
    expect(momentInWords('2026-11-21T22:50:00Z', midnight)).toBe('gestern, 23:50')
    expect(momentInWords('2026-11-21T23:05:00Z', midnight)).toBe('00:05')
  })
})
