import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineOfText, textOfLine } from './line-text.ts'

describe('a line as a text', () => {
  const line = [
    { latitude: 38.5, longitude: -120.2 },
    { latitude: 40.7, longitude: -120.95 },
    { latitude: 43.252, longitude: -126.453 },
  ]

  test('is what the format’s published example says', () => {
    expect(textOfLine(line)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
    expect(lineOfText('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(line)
  })

  test('is read as it was written, wherever it is, to a metre', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 100_000, max: most * 100_000 }).map((n) => n / 100_000)
    const places = fc.array(fc.record({ latitude: degrees(90), longitude: degrees(180) }))
    fc.assert(
      fc.property(places, (some) => {
        expect(lineOfText(textOfLine(some))).toEqual(some.map(withoutMinusZero))
      }),
    )
  })

  test('is read from a router that writes millionths of a degree', () => {
    expect(lineOfText('_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI', 1_000_000)).toEqual(line)
  })

  test('is empty for a text that is none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        lineOfText(text)
      }),
    )
    for (const text of ['', '_', '_p~iF', '~~~~~~~~~~', 'ä', '_p~iF~ps|U_']) expect(lineOfText(text)).toEqual([])
  })
})

const withoutMinusZero = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  latitude: latitude + 0,
  longitude: longitude + 0,
})
