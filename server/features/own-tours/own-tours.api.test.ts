import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { success } from '#contract/base/endpoint.ts'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import { type OwnTour, ownTours } from '#contract/own-tours/own-tours.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { outcome } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let stranger: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
}, 60_000)
afterAll(() => product.close())
beforeEach(async () => {
  for (const table of ['own_tours', 'privacy_zones', 'attempts'] as const) {
    await product.operator.deleteFrom(table).execute()
  }
})

const call = (method: string, path: string, body?: unknown) => callAs(product, owner, method, path, body)

async function send(content: string, name = 'a.gpx') {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${owner.token}` }
  const answer = await fetch(new URL('/api/own-tours', product.url), { method: 'POST', headers, body: form })
  const text = await answer.text()
  return { status: answer.status, text, code: /"code":"(\w+)"/.exec(text)?.[1] ?? null }
}

/** A tour over the sea, a fix a minute and 1.1 km apart, northwards from 54°. */
const points = (from: number, to: number, hour = '08') =>
  Array.from({ length: to - from }, (_, index) => {
    const minute = from + index
    return `<trkpt lat="${(54 + minute / 100).toFixed(2)}" lon="6.5"><time>2026-05-01T${hour}:${String(minute).padStart(2, '0')}:00Z</time></trkpt>`
  }).join('')
const gpx = (inner: string) => `<gpx><trk><name>Am Meer</name><trkseg>${inner}</trkseg></trk></gpx>`

const list = async () => success(ownTours.list.reply).parse((await call('GET', '/api/own-tours')).body).data
const idOfFirst = ([first]: readonly OwnTour[]) => first?.id ?? 'none'
const lineOf = async (id: string) =>
  success(ownTours.show.reply)
    .parse((await call('GET', `/api/own-tours/${id}`)).body)
    .data.line.map((piece) => lineOfText(piece).map(({ latitude }) => latitude))

describe('a file of one’s own', () => {
  test('becomes tours that only its owner sees, and the same file adds nothing', async () => {
    const file = gpx(points(0, 3))
    const answer = await send(file)
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      201,
      { data: { tours: 1, points: { added: 3, known: 0, hidden: 0, unusable: 0 } } },
    ])
    const again = await send(file)
    expect([again.status, again.code]).toEqual([409, 'OWN_TOURS_KNOWN'])
    const { tours, isKeptLonger } = await list()
    expect(isKeptLonger).toBe(false)
    expect(tours).toMatchObject([{ name: 'Am Meer', source: 'gpx', points: 3, beganAt: '2026-05-01T08:00:00.000Z' }])
    const id = idOfFirst(tours)
    expect(await lineOf(id)).toEqual([[54, 54.01, 54.02]])

    const path = `/api/own-tours/${id}`
    expect(outcome(await callAs(product, stranger, 'GET', path))).toEqual([404, 'NOT_FOUND'])
    expect(outcome(await callAs(product, stranger, 'DELETE', path))).toEqual([404, 'NOT_FOUND'])
    expect((await callAs(product, stranger, 'DELETE', '/api/own-tours')).body).toMatchObject({ data: { removed: 0 } })
    expect((await call('DELETE', path)).status).toBe(200)
    expect(outcome(await call('DELETE', path))).toEqual([404, 'NOT_FOUND'])
  })

  test('that has more than another adds only that, whichever program wrote it', async () => {
    await send(gpx(points(0, 3)))
    const positions = [1, 2, 3, 4].map((minute) => ({
      deviceId: 1,
      fixTime: `2026-05-01T08:0${minute}:00.000+00:00`,
      latitude: 54 + minute / 100,
      longitude: 6.5,
    }))
    expect((await send(JSON.stringify(positions), 'positions.json')).text).toContain('"added":2,"known":2')
    expect((await call('DELETE', '/api/own-tours')).body).toMatchObject({ data: { removed: 2 } })
  })

  test('that is sent twice at once is stored once', async () => {
    const file = gpx(points(0, 3))
    const answers = await Promise.all([send(file), send(file)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await list()).tours).toHaveLength(1)
  })

  test('is stored without what lies in a private zone, and shown without what lies in a later one', async () => {
    const zone = (latitude: number) => ({ name: 'Insel', latitude, longitude: 6.5, radiusMetres: 100 })
    await call('POST', '/api/privacy-zones', zone(54.02))
    expect((await send(gpx(points(0, 8)))).text).toContain('"hidden":1')
    expect((await send(gpx(points(2, 3)))).code).toBe('OWN_TOURS_HIDDEN')
    const id = idOfFirst((await list()).tours)
    expect(await lineOf(id)).toEqual([
      [54, 54.01],
      [54.03, 54.04, 54.05, 54.06, 54.07],
    ])
    await call('POST', '/api/privacy-zones', zone(54.07))
    expect(await lineOf(id)).toEqual([
      [54, 54.01],
      [54.03, 54.04, 54.05, 54.06],
    ])
  })

  test.each([
    ['a page', '<!doctype html><html></html>', 400, 'UNREADABLE_FILE', 'Internetseite'],
    ['something else', 'Hallo', 400, 'UNREADABLE_FILE', 'keine Touren, die wir lesen können'],
    [
      'a planned route',
      '<gpx><trk><trkseg><trkpt lat="54" lon="6"/></trkseg></trk></gpx>',
      400,
      'OWN_TOURS_WITHOUT_TIMES',
      'keine Zeiten',
    ],
    ['a place', gpx(points(5, 6)), 400, 'NO_OWN_TOURS', 'keine Tour'],
    ['a file of the future', gpx(points(0, 3)).replaceAll('2026', '2126'), 400, 'NO_OWN_TOURS', 'heute'],
    ['a megabyte of brackets', '['.repeat(1_000_000), 400, 'UNREADABLE_FILE', 'unvollständig'],
    ['a megabyte of broken lines', '{\n'.repeat(500_000), 400, 'UNREADABLE_FILE', 'lesen können'],
    ['a file that is too large', ' '.repeat(ownToursLimits.fileBytes + 1), 413, 'OWN_TOURS_FILE_TOO_LARGE', '20 MB'],
  ])('is refused where it is %s, with a sentence, and nothing is lost', async (_what, content, status, code, words) => {
    await send(gpx(points(0, 3)))
    const answer = await send(content)
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(answer.text).toContain(words)
    expect((await list()).tours).toHaveLength(1)
  })

  test('is kept longer by consent to the text of today, until it is withdrawn', async () => {
    const consentVersion = currentVersion('own-tours')
    const consent = (version: number) => call('POST', '/api/own-tours/consent', { consentVersion: version })
    expect(outcome(await consent(consentVersion + 1))).toEqual([409, 'CONSENT_TEXT_CHANGED'])
    await send(gpx(points(0, 3)))
    const [before] = (await list()).tours
    expect((await consent(consentVersion)).status).toBe(200)
    const { tours, isKeptLonger } = await list()
    expect(isKeptLonger).toBe(true)
    expect(tours[0]?.keptUntil.localeCompare(before?.keptUntil ?? '')).toBe(1)
    expect((await call('GET', '/api/consents')).body).toMatchObject({
      data: { present: [{ purpose: 'own-tours', state: 'given', deviceId: null }] },
    })
    expect((await call('POST', '/api/own-tours/withdraw')).body).toMatchObject({ data: { removed: 0 } })
    expect(await list()).toMatchObject({ isKeptLonger: false, tours: [before] })
  })
})
