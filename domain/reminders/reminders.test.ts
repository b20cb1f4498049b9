import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import { addDays } from '#domain/time/days.ts'
import { isBlind } from './blindness.ts'
import { openPauseOccasion } from './open-pause.ts'
import { dueDates } from './vehicle-dates.ts'
import { warningsToTell, weatherOccasion } from './weather.ts'

const notedOn = '2026-01-01'
const season = { fromMonth: 4, toMonth: 10 }
const occasions = (dates: Parameters<typeof dueDates>[0], today: string) =>
  dueDates(dates, today).map(({ kind, occasion }) => `${kind} ${occasion}`)

describe('of a pause that its owner has to end', () => {
  const since = new Date('2027-03-27T11:00:00Z')
  test.each([
    [23, null],
    [24, '2027-03-27T11:00:00.000Z 1'],
    [7 * 24 - 1, '2027-03-27T11:00:00.000Z 1'],
    [7 * 24, '2027-03-27T11:00:00.000Z 7'],
    [60 * 24, '2027-03-27T11:00:00.000Z 30'],
    [-48, null],
  ])('after %i hours the occasion is %s', (hours, occasion) => {
    expect(openPauseOccasion(since, new Date(since.getTime() + hours * hourMs))).toBe(occasion)
  })
})

describe('of a vehicle’s dates', () => {
  test.each([
    ['2027-03-24', []],
    ['2027-03-25', ['SEASON BEGINS 2027-04-01']],
    ['2027-03-31', ['SEASON BEGINS 2027-04-01']],
    ['2027-04-01', []],
    ['2027-10-24', []],
    ['2027-10-25', ['SEASON ENDS 2027-11-01']],
    ['2027-10-31', ['SEASON ENDS 2027-11-01']],
    ['2027-11-01', []],
  ])('on %s is due %j of a season', (today, due) => {
    expect(occasions({ season, inspectionDue: null, notedOn }, today)).toEqual(due)
  })

  test.each([
    ['2027-03-31', []],
    ['2027-04-01', ['INSPECTION 2027-05 60']],
    ['2027-05-16', ['INSPECTION 2027-05 60']],
    ['2027-05-17', ['INSPECTION 2027-05 14']],
    ['2027-05-31', ['INSPECTION 2027-05 14']],
    ['2027-06-01', ['INSPECTION 2027-05 -1']],
    ['2027-06-30', ['INSPECTION 2027-05 -1']],
    ['2027-07-01', []],
  ])('on %s is due %j of an inspection in May', (today, due) => {
    expect(occasions({ season: null, inspectionDue: '2027-05', notedOn }, today)).toEqual(due)
  })

  test('what was due when its owner entered it is not told, and what comes due later is', () => {
    const dates = { season, inspectionDue: '2027-05', notedOn: '2027-04-02' }
    expect(occasions(dates, '2027-04-02')).toEqual([])
    expect(occasions(dates, '2027-05-17')).toEqual(['INSPECTION 2027-05 14'])
    expect(occasions({ ...dates, notedOn: '2027-06-02' }, '2027-06-03')).toEqual([])
  })

  test('each is told once however often and late one looks: a year has two of a season, and three of an inspection', () => {
    const days = Array.from({ length: 365 }, (_, index) => addDays('2027-01-01', index))
    const all = days.flatMap((day) => occasions({ season, inspectionDue: '2027-05', notedOn }, day))
    expect(new Set(all).size).toBe(5)
  })
})

test.each([
  ['NO_FIX', 23.9, 1, false],
  ['NO_FIX', 24, 1, true],
  ['NO_FIX', 48, 59, true],
  ['NO_FIX', 48, 61, false],
  ['IN_THE_FUTURE', 0.9, 1, false],
  ['IN_THE_FUTURE', 1, 1, true],
  ['TOO_OLD', 1, 1, true],
] as const)(
  '%s, %s hours without a position, the last loss %s minutes ago: blind %s',
  (reason, hours, minutes, blind) => {
    const now = new Date('2027-06-01T12:00:00Z')
    const ago = (ms: number) => new Date(now.getTime() - ms)
    expect(isBlind({ reason, lostAt: ago(minutes * minuteMs), since: ago(hours * hourMs) }, now)).toBe(blind)
  },
)

describe('of the weather warnings where a vehicle is parked', () => {
  const at = (hour: string) => new Date(`2027-06-01T${hour}:00:00Z`)
  const storm = { warningType: 'STURMBÖEN', level: 3, validFrom: at('12') } as const
  const hurricane = { ...storm, level: 4, validFrom: at('15') } as const
  const rain = { warningType: 'ERGIEBIGER DAUERREGEN', level: 3, validFrom: at('18') } as const

  test('of each kind of weather the gravest is told', () => {
    expect(warningsToTell([storm, hurricane], [])).toEqual([hurricane])
    expect(warningsToTell([rain, storm], [])).toEqual([storm, rain])
  })

  test('an update of what was told is not told, a graver one is, and so is the next day’s', () => {
    const told = [weatherOccasion(storm)]
    expect(warningsToTell([{ ...storm, validFrom: at('16') }], told)).toEqual([])
    expect(warningsToTell([hurricane], told)).toEqual([hurricane])
    expect(warningsToTell([storm], [weatherOccasion(hurricane)])).toEqual([])
    const tomorrow = { ...storm, validFrom: new Date('2027-06-02T12:00:00Z') }
    expect(warningsToTell([tomorrow, rain], told)).toEqual([rain, tomorrow])
  })
})
