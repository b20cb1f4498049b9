import { describe, expect, test } from 'vitest'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { routeCheck } from '#contract/route-check/route-check.ts'
import { linesIn, choiceOf, piecesToSend, sparseMetres } from './result/chosen-line.ts'

/** As many points as a call accepts, in a spiral, one in each row. */
const rows = Array.from({ length: routeCheckLimits.points }, (_, index) => {
  const angle = index / 300
  return `<trkpt lat="${49 + (angle * Math.sin(angle)) / 100}" lon="${8.4 + (angle * Math.cos(angle)) / 100}"/>`
})
const track = (points: readonly string[], between = '\n') =>
  ['<gpx version="1.1">', '<trk>', '<trkseg>', ...points, '</trkseg>', '</trk>', '</gpx>'].join(between)
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => linesIn(bytes(text))
/** The first point is in row 4. */
const rowOf = (index: number) => index + 4

describe('a route of as many points as are possible', () => {
  test('is read, and sent with the bends that matter most', () => {
    const found = read(track(rows))
    const [line] = 'lines' in found ? found.lines : []
    if (line === undefined) throw new Error(JSON.stringify(found))
    expect(choiceOf(line, 0)).toBe('Track 1 (20.000 Punkte)')
    const pieces = piecesToSend(line, false)
    expect(routeCheck.check.body.safeParse({ pieces, corridorMetres: 100 }).success).toBe(true)
  })

  test.each(['NaN', 'Infinity', '-Infinity', '1e999', '', ' ', 'null', '91', '48,5'])(
    'with a point at „%s“ is refused with the row of that point, and what to do',
    (latitude) => {
      const broken = rows.with(12_345, `<trkpt lat="${latitude}" lon="8.4"/>`)
      expect(read(track(broken))).toEqual({
        fault: `Zeile ${rowOf(12_345)}, Element <trkpt>: Einem Punkt fehlen gültige Koordinaten (lat von -90 bis 90, lon von -180 bis 180, mit Dezimalpunkt). Bitte entfernen Sie diesen Punkt oder exportieren Sie die Datei noch einmal.`,
      })
    },
  )

  test('that is cut off anywhere is said to be incomplete, with the row where it ends', () => {
    const whole = track(rows)
    for (const share of [0.001, 0.3, 0.5, 0.999]) {
      const cut = whole.slice(0, Math.floor(whole.length * share))
      expect(read(cut)).toEqual({
        fault: expect.stringMatching(
          new RegExp(`^Zeile ${cut.split('\n').length}, Element <\\w+>: Die Datei ist unvollständig: .* Bitte `),
        ),
      })
    }
  })

  test('in one row of a megabyte is read like any other', () => {
    const oneRow = track(rows, '').replace('<trk>', `<trk><name>${'Höhenstraße '.repeat(20_000)}</name>`)
    expect(bytes(oneRow).length).toBeGreaterThan(1_000_000)
    const found = read(oneRow)
    expect('lines' in found && found.lines.map(({ pieces }) => pieces.flat().length)).toEqual([routeCheckLimits.points])
  })
})

test.each([
  ['nothing', '', 'Die Datei ist leer.'],
  ['blanks', ' \n\t'.repeat(300_000), 'Die Datei ist leer.'],
  ['zeros', '\0'.repeat(1_000_000), 'Das ist kein lesbares Format'],
  ['one long word', 'a'.repeat(1_000_000), 'Das ist kein lesbares Format'],
  ['a tag without an end', `<gpx ${'a'.repeat(1_000_000)}`, 'Die Datei ist unvollständig'],
  ['a track without points', track([]), 'In dieser Datei ist keine Strecke'],
  ['one point', track(rows.slice(0, 1)), 'In dieser Datei ist keine Strecke'],
])('a file of %s is refused in words that say what to do', (_name, text, words) => {
  const found = read(text)
  expect('fault' in found ? found.fault : '').toContain(words)
  expect('fault' in found ? found.fault : '').toMatch(/Bitte /)
})

test('a recording in very many pieces is told apart from one whose points are far apart', () => {
  const pieces = Array.from({ length: 200_000 }, (_, index) => [{ latitude: 48 + index / 1e6, longitude: 8 }])
  expect(sparseMetres({ kind: 'track', name: null, pieces })).toBeNull()
})

/** Twice as long takes about twice the time; the square would be four times. Measured by the work of this thread alone. */
test('the time to read a route grows with its length', () => {
  const msFor = (points: readonly string[]) => {
    const text = track(points)
    const startedAt = process.threadCpuUsage()
    const found = read(text)
    if ('lines' in found) for (const line of found.lines) piecesToSend(line, false)
    return process.threadCpuUsage(startedAt).user / 1000
  }
  const least = (points: readonly string[]) => Math.min(...[1, 2, 3].map(() => msFor(points)))
  expect(least(rows)).toBeLessThan(Math.max(40, least(rows.slice(0, rows.length / 4)) * 12))
})
