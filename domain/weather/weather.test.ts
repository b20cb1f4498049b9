import { describe, expect, test } from 'vitest'
import { dataStatus, nowAndLater, regionNameOf, shownHeadline, shownRegion, warningAttribution } from './weather.ts'

test('a warning that begins in four hours is not in force now', () => {
  const begins = (hour: number) => ({ validFrom: `2026-11-21T${hour}:00:00.000Z` })
  const now = new Date('2026-11-21T14:00:00.000Z')
  expect(nowAndLater([begins(18), begins(13), begins(14)], now)).toEqual({
    now: [begins(13), begins(14)],
    later: [begins(18)],
    advance: [],
  })
})

test('advance information is no warning, neither now nor later', () => {
  const advance = { validFrom: '2026-11-21T13:00:00.000Z', advance: true }
  expect(nowAndLater([advance], new Date('2026-11-21T14:00:00.000Z'))).toEqual({
    now: [],
    later: [],
    advance: [advance],
  })
})

test.each([
  [{ headline: 'UNWETTER vor STURM', advance: true }, 'Vorabinformation: UNWETTER vor STURM'],
  [{ headline: 'VORABINFORMATION UNWETTER vor STURM', advance: true }, 'VORABINFORMATION UNWETTER vor STURM'],
  [{ headline: 'Amtliche WARNUNG vor STURM' }, 'Amtliche WARNUNG vor STURM'],
])('the headline of %j is "%s"', (warning, headline) => {
  expect(shownHeadline(warning)).toBe(headline)
})

test.each([
  ['ok', 'Quelle: Deutscher Wetterdienst; © GeoBasis-DE'],
  ['stale', 'Auf Basis von Warnungen des Deutschen Wetterdienstes; © GeoBasis-DE'],
  ['unavailable', 'Auf Basis von Warnungen des Deutschen Wetterdienstes; © GeoBasis-DE'],
] as const)('the weather service is named as its terms require for data that are %s', (status, named) => {
  expect(warningAttribution('Quelle: Deutscher Wetterdienst; © GeoBasis-DE', status)).toBe(named)
})

describe("a warning's region", () => {
  test.each([
    [['polygonal event area', 'Stadt Havelsee'], 'Stadt Havelsee'],
    [['polygonal event area', 'Stadt Havelsee', 'Gemeinde Beetzsee'], 'Stadt Havelsee und 1 weitere'],
    [['polygonal event area', 'polygonal event area'], 'polygonal event area'],
    [['Polygonial event area', ' Kreis Gotha ', 'Kreis Gotha'], 'Kreis Gotha'],
    [[''], 'polygonal event area'],
    [[], 'polygonal event area'],
  ])('of %j is called "%s"', (names, region) => {
    expect(regionNameOf(names)).toBe(region)
  })

  test.each([
    ['Stadt Havelsee', { latitude: 52.6256, longitude: 12.1724 }, 'Stadt Havelsee'],
    ['polygonal event area', { latitude: 52.6256, longitude: 12.1724 }, '52,63° N, 12,17° O'],
    ['polygonial event area', { latitude: -0.5, longitude: -3.999 }, '0,50° S, 4,00° W'],
  ])('"%s" is shown as a place people know or can find', (name, place, shown) => {
    expect(shownRegion(name, place)).toBe(shown)
  })
})

describe('the state of the warnings', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  test.each([
    [null, 'unavailable'],
    ['2026-06-01T12:00:00Z', 'ok'],
    ['2026-06-01T11:30:00Z', 'ok'],
    ['2026-06-01T11:29:59Z', 'stale'],
  ])('fetched at %s is %s', (asOf, status) => {
    expect(dataStatus(asOf, now)).toBe(status)
  })
})
