import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GpxPosition, gpxDocument } from '#domain/track-export/gpx.ts'
import { readRecording } from './gpx-recording.ts'

const folder = join(process.env['SHARED_DIR'] ?? '../shared', 'data/gpx')

describe('reading a recording', () => {
  for (const [name, count] of [
    ['car_hannover_2016-12-28_1hz.gpx', 781],
    ['gpsbabel_garmin_xt_strk.gpx', 958],
    ['gpsbabel_sbn-v13.gpx', 3453],
    ['gpsbabel_mtk_logger_m241_multiple_tracks.gpx', 14_263],
  ] as const) {
    const file = join(folder, name)
    test.skipIf(!existsSync(file))(`${name} has ${count} fixes, the oldest first`, () => {
      const fixes = readRecording(readFileSync(file, 'utf8')) ?? []
      expect(fixes).toHaveLength(count)
      const times = fixes.map((fix) => fix.recordedAt.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    })
  }

  test('speed and course are read from a GPX 1.0 point and from the extension of GPX 1.1', () => {
    const time = '<time>2026-03-01T08:00:00Z</time>'
    const older = `<gpx version="1.0"><trk><trkseg><trkpt lat="49" lon="8"><ele>115.5</ele>${time}<course>90</course><speed>12.5</speed></trkpt></trkseg></trk></gpx>`
    const garmin = '<g:TrackPointExtension><g:speed>12.5</g:speed><g:course>90</g:course></g:TrackPointExtension>'
    const newer = `<gpx version="1.1"><trk><trkseg><trkpt lat="49" lon="8"><ele>115.5</ele>${time}<extensions>${garmin}</extensions></trkpt></trkseg></trk></gpx>`
    const fix = {
      latitude: 49,
      longitude: 8,
      recordedAt: new Date('2026-03-01T08:00:00Z'),
      altitude: 115.5,
      speed: 12.5,
      course: 90,
    }
    expect(readRecording(older)).toEqual([fix])
    expect(readRecording(newer)).toEqual([fix])
  })

  test('a point without a time or a place is left out, a measurement that is no number is unknown', () => {
    const good = '<trkpt lat="49" lon="8"><ele></ele><time>2026-03-01T08:00:00Z</time><speed>fast</speed></trkpt>'
    const document = `<gpx><trk><trkseg><trkpt lat="49" lon="8"/><trkpt lat="91" lon="8"><time>2026-03-01T08:00:00Z</time></trkpt>${good}</trkseg><trkseg/></trk><trk/></gpx>`
    expect(readRecording(document)).toMatchObject([{ altitude: null, speed: null, course: null }])
  })

  test.each([
    ['text', 'no xml at all'],
    ['an empty file', ''],
    ['another kind of XML', '<kml><Placemark/></kml>'],
  ])('%s is no recording', (_name, document) => {
    expect(readRecording(document)).toBeNull()
  })

  test('a GPX without a track has no fixes', () => {
    expect(readRecording('<gpx version="1.1"><wpt lat="49" lon="8"/></gpx>')).toEqual([])
  })
})

test('what the export writes, the reader finds again', async () => {
  const position = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 179.9999999, noNaN: true }),
    recordedAt: fc
      .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    altitude: fc.double({ min: -400, max: 9000, noNaN: true }),
    speed: fc.double({ min: 0, max: 300, noNaN: true }),
    course: fc.double({ min: 0, max: 360, noNaN: true }),
  })
  const track = fc.uniqueArray(position, { maxLength: 30, selector: (fix) => fix.recordedAt })
  await fc.assert(
    fc.asyncProperty(track, fc.string({ unit: 'binary' }), async (fixes, name) => {
      const inOrder = fixes.toSorted((a, b) => a.recordedAt.localeCompare(b.recordedAt))
      const found = readRecording(await written(name, inOrder)) ?? []
      expect(found.map((fix) => fix.recordedAt.toISOString())).toEqual(inOrder.map((fix) => fix.recordedAt))
      for (const [index, fix] of found.entries()) {
        // Six decimals are written: 11 cm, less than any tracker knows.
        expect(Math.abs(fix.latitude - (inOrder[index]?.latitude ?? 0))).toBeLessThan(5.1e-7)
        const apart = Math.abs(fix.longitude - (inOrder[index]?.longitude ?? 0))
        expect(Math.min(apart, 360 - apart)).toBeLessThan(5.1e-7)
        expect(Math.abs((fix.speed ?? 0) * 3.6 - (inOrder[index]?.speed ?? 0))).toBeLessThan(0.02)
        expect(Math.abs((fix.course ?? 0) - (inOrder[index]?.course ?? 0)) % 359.95).toBeLessThan(0.06)
        expect(Math.abs((fix.altitude ?? 0) - (inOrder[index]?.altitude ?? 0))).toBeLessThan(0.06)
      }
    }),
    { numRuns: 100 },
  )
})

async function written(name: string, fixes: readonly GpxPosition[]): Promise<string> {
  let document = ''
  const track = { name, description: '', createdAt: new Date('2026-03-01T08:00:00Z') }
  for await (const piece of gpxDocument(track, onePage(fixes))) document += piece
  return document
}

async function* onePage(fixes: readonly GpxPosition[]) {
  yield fixes
}
