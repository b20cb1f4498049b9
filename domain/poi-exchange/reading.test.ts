import { expect, test } from 'vitest'
import { charactersPerTurn } from '#domain/files/reading-turns.ts'
import { readPoiFile } from './reading.ts'
import { faultOf, readAll } from './testing/read-all.ts'

const gpx = (content: string) => `<gpx>${content}</gpx>`
const kml = (content: string) => `<kml>${content}</kml>`
const igoHeader = 'IDX,X,Y,TYPE,SPEED,DIRTYPE,DIRECTION\n'

test.each([
  ['empty elements of GPX', (count: number) => gpx('<a/>'.repeat(count))],
  ['comments of GPX', (count: number) => gpx('<!-- -->'.repeat(count))],
  ['empty elements of KML', (count: number) => kml('<a/>'.repeat(count))],
  ['empty lines', (count: number) => `8.4,49,"a","b"\n${'\n'.repeat(count)}`],
  ['empty lines with spaces', (count: number) => `8.4,49,"a","b"\n${'  \r\n'.repeat(count)}`],
  ['comments of iGO', (count: number) => igoHeader + '// a\n'.repeat(count)],
])('%s yield no entry, but turns for others by their length', (_name, content) => {
  for (const turns of [2, 20]) {
    const count = Math.ceil((turns * charactersPerTurn) / (content(1).length - content(0).length))
    const steps = [...readPoiFile(Buffer.from(content(count)), 'a.csv').entries]
    const others = steps.filter((step) => step === null).length
    expect(others).toBeGreaterThanOrEqual(turns - 1)
    expect(others).toBeLessThanOrEqual(turns + 1)
    expect(steps.length - others).toBeLessThanOrEqual(1)
  }
})

test('other work gets its turn between long runs of OV2 skippers, too', () => {
  const skipper = [1, ...Array.from({ length: 20 }, () => 0)]
  const steps = [...readPoiFile(Buffer.from(Array.from({ length: 10_000 }, () => skipper).flat()), 'a.ov2').entries]
  expect(steps).toEqual([null, null, null, null])
})

test('a line longer than a turn is not read as a row of a table', () => {
  const long = `8.4,49,"${'a'.repeat(charactersPerTurn)}"`
  expect(readAll(`${long}\n8.4,49,"gut"`)).toMatchObject({ pois: [{ name: 'gut' }], skipped: [[1, 'columns']] })
  expect(readAll(`${igoHeader}1,8.4,49,1,50,0,${'0'.repeat(charactersPerTurn)}`).skipped).toEqual([[2, 'columns']])
})

test('lines are counted the same way, however they end', () => {
  const rows = ['8.4,49,"a"', '', '1', '8.4,49,"b"', '2']
  for (const end of ['\n', '\r\n', '\r']) {
    const { pois, skipped } = readAll(rows.join(end))
    expect(pois.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(skipped).toEqual([
      [3, 'columns'],
      [5, 'columns'],
    ])
  }
})

test('comments before the first element are not read without end', () => {
  const comments = (length: number) => '<!-- -->'.repeat(length / 8)
  expect(faultOf(comments(2 * charactersPerTurn) + gpx(''))).toBe('read gpx')
  expect(faultOf(comments(20 * charactersPerTurn) + gpx(''))).toBe('not-kml')
})

test('a long text is read in turns and keeps its words and entities', () => {
  const line = (text: string) => gpx(`<wpt lat="49" lon="8"><name>Ziel</name><cmt>${text}</cmt></wpt>`)
  for (const shift of Array.from({ length: 12 }, (_, length) => 'x'.repeat(length))) {
    const text = shift + 'a&#x10ffff;&amp;'.repeat(5_000)
    const steps = [...readPoiFile(Buffer.from(line(text)), 'a.gpx').entries]
    expect(steps.filter((step) => step === null).length).toBeGreaterThanOrEqual(1)
    expect(readAll(line(text)).pois[0]?.comment).toBe(shift + 'a\u{10ffff}&'.repeat(5_000))
  }
})

test('a tag that does not end or is too long is reported as a mistake', () => {
  const attributes = 'a="" '.repeat(charactersPerTurn)
  expect(faultOf(gpx(`<wpt ${attributes}lat="49" lon="8"></wpt>`))).toBe('malformed')
})
