import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GpxPosition } from './gpx.ts'
import { csvDocument } from './csv.ts'
import { fix, inTurn, wholeOf } from './testing/pages.ts'

const written = (...pages: GpxPosition[][]) => wholeOf(csvDocument(inTurn(pages)))

test('a whole table', async () => {
  const measured = { altitude: -3.54, accuracy: 4.5, speed: 36, course: 90, flag: 'MOCK' } as const
  const table = await written([fix('08:00:00', measured)], [fix('08:20:00', { latitude: -1e-7 })])
  expect(table.split('\r\n')).toEqual([
    '\uFEFFZeit (UTC);Zeit (Deutschland);Breite (°);Länge (°);Höhe (m);Genauigkeit (m);Tempo (km/h);Kurs (°);Hinweis;Abschnitt',
    '2026-03-01T08:00:00.000Z;01.03.2026 09:00:00;49,0069000;8,4037000;-3,5;4,5;36,0;90,0;simuliert;1',
    '2026-03-01T08:20:00.000Z;01.03.2026 09:20:00;-0,0000001;8,4037000;;;;;;2',
    '',
  ])
})

test('the two equal hours of the night in October are distinguished', async () => {
  const table = await written([
    fix('', { recordedAt: '2026-10-25T00:30:00.000Z' }),
    fix('', { recordedAt: '2026-10-25T01:30:00.000Z' }),
  ])
  expect(table.match(/^2026.*2026 02:30:00/gm)).toEqual([
    '2026-10-25T00:30:00.000Z;25.10.2026 02:30:00',
    '2026-10-25T01:30:00.000Z;25.10.2026 02:30:00',
  ])
})

const measurement = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const position = fc.record(
  {
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    recordedAt: fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    altitude: measurement,
    accuracy: measurement,
    speed: measurement,
    course: measurement,
    flag: fc.constantFrom('MOCK' as const, 'LAST_KNOWN' as const),
  },
  { requiredKeys: ['latitude', 'longitude', 'recordedAt'] },
)

test('every cell is a time, a number or one of our words, so none is a formula and none needs quotes', async () => {
  const cell = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d\.\d\d\.\d{4} [\d:]+|-?\d+(,\d+)?|simuliert|letzte bekannte|)$/
  await fc.assert(
    fc.asyncProperty(fc.array(position, { minLength: 1, maxLength: 20 }), async (page) => {
      const [, ...rows] = parse(await written(page), { delimiter: ';', bom: true })
      expect(rows).toHaveLength(page.length)
      for (const row of rows) for (const text of row) expect(text).toMatch(cell)
    }),
    { numRuns: 50 },
  )
})
