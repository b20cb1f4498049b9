import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { pino } from 'pino'
import * as z from 'zod'
import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { minuteMs, hourMs, dayMinutes } from '#contract/base/time-units.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let stranger: Person
const logged: string[] = []

beforeAll(async () => {
  product = await startTestProduct(
    await ownDatabase(),
    pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
  )
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
}, 60_000)
afterAll(() => product.close())

beforeEach(async () => {
  const { operator } = product
  for (const table of [
    'dossiers',
    'dossier_changes',
    'dossier_links',
    'alarms',
    'positions',
    'tracking_settings',
    'attempts',
  ] as const)
    await operator.deleteFrom(table).execute()
  // What was said in another test must not end a past in this one; the ledger itself refuses to forget it.
  await operator.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await transaction.deleteFrom('consents').execute()
  })
})

const shown = z.object({ data: dossiers.show.reply })
const created = z.object({ data: dossiers.createLink.reply })
const read = z.object({ data: dossiers.shared.reply })
const path = (rest = '') => `/api/dossier/${owner.deviceId}${rest}`
const call = (method: string, rest = '', body?: unknown) =>
  send(product.url, method, path(rest), { token: owner.token, ...(body !== undefined && { body }) })
const show = async () => shown.parse((await call('GET')).body).data
const say = (state: string, since?: Date) =>
  call('POST', '/state', { state, ...(since && { since: since.toISOString() }) })
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)

async function createLink(term = 'DAY') {
  const { link, url } = created.parse((await call('POST', '/links', { term })).body).data
  return { link, url, token: new URL(url).hash.slice(1) }
}
const open = (token: string | undefined) => send(product.url, 'GET', '/api/dossier/shared', { token })
const openDossier = async (token: string) => read.parse((await open(token)).body).data

/** Switches recording on and stores one position for each of the last minutes. */
async function record(...minutesAgo: number[]): Promise<void> {
  const tracking = { deviceId: owner.deviceId }
  const settings = { token: owner.token }
  await send(product.url, 'POST', '/api/tracking/consent', { ...settings, body: { ...tracking, consentGiven: true } })
  await send(product.url, 'POST', '/api/tracking/enable', { ...settings, body: { ...tracking, trackingMode: 'THEFT' } })
  for (const minutes of minutesAgo) {
    const body = { latitude: 49 + minutes / 1000, longitude: 8.4, accuracy: 5, recordedAt: ago(minutes).toISOString() }
    await send(product.url, 'POST', `/api/devices/${owner.deviceId}/position`, { ...settings, body })
  }
}

const details = {
  brand: 'KTM',
  model: '690 Enduro',
  colour: 'orange',
  plate: 'KA-W 12',
  frameNumber: ' vbk123 ',
  lastSeenPlace: 'Karlsruhe, Kriegsstraße',
  lastSeenAt: '2026-06-01T20:15:00.000Z',
  caseReference: '',
  policeStation: null,
  ownerName: 'Erika Beispiel',
  ownerPhone: ' 030 23125-042 ',
  ownershipProof: 'Rechnung vom 3. Mai 2024',
  withPicture: true,
}

describe('the owner', () => {
  test('begins with a parked vehicle and what is known from the device', async () => {
    const vehicle = { vehicleBrand: 'KTM', vehicleModel: '690', vehiclePlate: 'KA-W 12', notes: null }
    const device = { deviceName: 'Enduro', usageType: 'MOTORRAD', ...vehicle }
    await send(product.url, 'PUT', `/api/devices/${owner.deviceId}`, { token: owner.token, body: device })
    expect(await show()).toMatchObject({
      state: 'PARKED',
      changes: [],
      period: null,
      suggestion: null,
      details: { brand: 'KTM', model: '690', plate: 'KA-W 12', colour: null },
      links: [],
    })
  })

  test('stores what the police need; blank lines are nothing, the frame number is in capitals', async () => {
    const saved = await call('PUT', '/details', details)
    expect(saved.status).toBe(200)
    const stored = { ...details, frameNumber: 'VBK123', caseReference: null, ownerPhone: '030 23125-042' }
    expect((await show()).details).toEqual(stored)
  })

  test('keeps what a change of the details does not name, and clears what is null', async () => {
    await call('PUT', '/details', details)
    const before = (await show()).details
    expect((await call('PUT', '/details', { colour: 'schwarz', ownerPhone: null })).status).toBe(200)
    expect((await show()).details).toEqual({ ...before, colour: 'schwarz', ownerPhone: null })
  })

  test('keeps what is known from the device where the first change does not name it', async () => {
    await product.operator.deleteFrom('dossiers').execute()
    const before = (await show()).details
    expect(before.brand).toBe('KTM')
    await call('PUT', '/details', { colour: 'schwarz' })
    expect((await show()).details).toEqual({ ...before, colour: 'schwarz' })
  })

  test('names nobody to call back, unless the owner wants to', async () => {
    const nobody = { ownerName: null, ownerPhone: '', ownershipProof: ' ' }
    expect((await call('PUT', '/details', { ...details, ...nobody })).status).toBe(200)
    expect((await show()).details).toMatchObject({ ownerName: null, ownerPhone: null, ownershipProof: null })
  })

  test.each([
    ['frameNumber', 'WB1*', /Feld E des Fahrzeugscheins/],
    ['plate', 'x'.repeat(21), /höchstens 20 Zeichen/],
    ['lastSeenAt', 'gestern', /Zeitpunkt/],
    ['policeStation', 'x'.repeat(201), /höchstens 200 Zeichen/],
    ['ownerName', 'x'.repeat(101), /höchstens 100 Zeichen/],
    ['ownerPhone', 'abends', /in Ziffern/],
    ['ownerPhone', '1'.repeat(31), /höchstens 30 Zeichen/],
    ['ownershipProof', 'x'.repeat(201), /höchstens 200 Zeichen/],
  ])('reports what is wrong with %s', async (field, value, message) => {
    const refused = await call('PUT', '/details', { ...details, [field]: value })
    expect(refused.body).toMatchObject({ error: { fields: { [field]: expect.stringMatching(message) } } })
  })

  test('sets the state, also since when, and only what can follow', async () => {
    const since = ago(300)
    expect((await say('SUSPICIOUS', since)).status).toBe(200)
    expect((await say('STOLEN')).status).toBe(200)
    expect((await say('PARKED')).code).toBe('DOSSIER_STATE')
    const dossier = await show()
    expect(dossier.changes.map(({ state }) => state)).toEqual(['STOLEN', 'SUSPICIOUS'])
    expect(dossier.period).toEqual({ since: since.toISOString(), from: since.toISOString(), until: null })
    const late = await say('RECOVERED', ago(600))
    expect(late.body).toMatchObject({ error: { fields: { since: expect.stringMatching(/letzten Änderung/) } } })
  })

  test.each([
    ['nothing', [], 'RECOVERED', /ist nichts gemeldet/],
    ['nothing', [], 'PARKED', /ist nichts gemeldet/],
    ['a suspicion', ['SUSPICIOUS'], 'SUSPICIOUS', /^Der Verdacht ist schon gemeldet/],
    ['a suspicion', ['SUSPICIOUS'], 'RECOVERED', /^Der Verdacht ist schon gemeldet/],
    ['a theft', ['STOLEN'], 'STOLEN', /schon als gestohlen gemeldet/],
    ['a theft', ['STOLEN'], 'SUSPICIOUS', /schon als gestohlen gemeldet/],
    ['a theft', ['STOLEN'], 'PARKED', /schon als gestohlen gemeldet/],
    ['a return', ['STOLEN', 'RECOVERED'], 'RECOVERED', /schon als wiedergefunden gemeldet/],
    ['a return', ['STOLEN', 'RECOVERED'], 'SUSPICIOUS', /schon als wiedergefunden gemeldet/],
  ])('after %s (%j) learns why %s says nothing new, and nothing is lost', async (_what, before, state, words) => {
    for (const said of before) await say(said)
    const { changes } = await show()
    const refused = await say(state)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { code: 'DOSSIER_STATE', message: expect.stringMatching(words) } },
    ])
    expect((await show()).changes).toEqual(changes)
  })

  test('states a theft from when it was tapped without a network, once, unless something newer was said', async () => {
    const tap = (minutes: number, state = 'STOLEN') => call('POST', '/state', { state, at: ago(minutes).toISOString() })
    expect((await tap(30, 'PARKED')).code).toBe('VALIDATION_ERROR')
    const at = ago(30).toISOString()
    const send = async () => (await call('POST', '/state', { state: 'STOLEN', at })).status
    expect([await send(), await send()]).toEqual([200, 200])
    expect((await show()).changes).toEqual([{ state: 'STOLEN', since: at, setAt: at }])
    expect((await tap(40)).code).toBe('TAP_OVERTAKEN')
    await say('RECOVERED')
    const late = await tap(20)
    expect([late.status, late.body]).toMatchObject([409, { error: { code: 'TAP_OVERTAKEN' } }])
    expect((await show()).state).toBe('RECOVERED')
  })

  test('takes a theft back in its first seconds, by when it was reported, and corrects since when it goes on', async () => {
    const at = new Date().toISOString()
    expect((await call('POST', '/state', { state: 'STOLEN', at })).body).toMatchObject({ data: { undoable: { at } } })
    const since = ago(60).toISOString()
    expect((await call('POST', '/beginning', { since })).body).toMatchObject({ data: { period: { since } } })
    expect((await call('POST', '/beginning', { since: ago(-60).toISOString() })).code).toBe('VALIDATION_ERROR')
    expect((await call('POST', '/state/undo', { at })).body).toMatchObject({ data: { state: 'PARKED', period: null } })
    expect((await call('POST', '/state/undo', { at })).status).toBe(200)
    expect((await call('POST', '/beginning', { since })).code).toBe('DOSSIER_NO_CASE')
    const late = ago(1).toISOString()
    await call('POST', '/state', { state: 'STOLEN', at: late })
    expect((await call('POST', '/state/undo', { at: late })).code).toBe('STATEMENT_STANDS')
  })

  test('shows an alarm that may mean theft, and nothing changes by itself', async () => {
    await product.operator
      .insertInto('alarms')
      .values({
        id: `a-${owner.deviceId}`,
        device_id: owner.deviceId,
        kind: 'TOW',
        detected_at: ago(10),
        letter: 'SENT',
      })
      .execute()
    expect(await show()).toMatchObject({ state: 'PARKED', suggestion: { kind: 'TOW' } })
    await say('SUSPICIOUS')
    expect((await show()).suggestion).toBeNull()
  })

  test('shows no alarm that a pause has answered, also when the pause is over', async () => {
    await record(20)
    const alarm = { device_id: owner.deviceId, kind: 'TOW', detected_at: new Date(), letter: 'SENT' } as const
    await product.operator
      .insertInto('alarms')
      .values({ id: `paused-${owner.deviceId}`, ...alarm })
      .execute()
    expect(await show()).toMatchObject({ suggestion: { kind: 'TOW' } })
    await send(product.url, 'POST', `/api/alarms/${owner.deviceId}/pause`, {
      token: owner.token,
      body: { pause: 'SHORT' },
    })
    expect((await show()).suggestion).toBeNull()
    await send(product.url, 'DELETE', `/api/alarms/${owner.deviceId}/pause`, { token: owner.token })
    expect((await show()).suggestion).toBeNull()
  })

  test('learns when the vehicle set off last, also without an alarm, unless it was the owner', async () => {
    expect((await show()).beganAt).toBeNull()
    await record(90, 50, 20)
    expect((await show()).suggestion).toBeNull()
    expect(Math.abs(ago(50).getTime() - Date.parse((await show()).beganAt ?? ''))).toBeLessThan(30_000)
    await send(product.url, 'POST', `/api/alarms/${owner.deviceId}/pause`, {
      token: owner.token,
      body: { pause: 'RIDE' },
    })
    expect((await show()).beganAt).toBeNull()
  })

  test('shows the oldest position of the theft, as long as it is stored', async () => {
    await record(90, 50, 20)
    expect((await show()).oldestPositionAt).toBeNull()
    await say('SUSPICIOUS', ago(60))
    const oldest = (await show()).oldestPositionAt
    expect(Math.abs(ago(50).getTime() - Date.parse(oldest ?? ''))).toBeLessThan(30_000)
    const until = new URLSearchParams({ end: ago(40).toISOString() }).toString()
    await send(product.url, 'DELETE', `/api/tracking/history/${owner.deviceId}?${until}`, { token: owner.token })
    const next = (await show()).oldestPositionAt
    expect(Math.abs(ago(20).getTime() - Date.parse(next ?? ''))).toBeLessThan(30_000)
    await send(product.url, 'DELETE', `/api/tracking/history/${owner.deviceId}`, { token: owner.token })
    expect(await show()).toMatchObject({ period: { until: null }, oldestPositionAt: null })
  })

  test('learns before reporting a theft how many positions the police would see of it', async () => {
    await record(40, 20, 10)
    const since = async (minutes: number) =>
      (await call('GET', `/positions?since=${encodeURIComponent(ago(minutes).toISOString())}`)).body
    expect(await since(30)).toMatchObject({ data: { positions: 2 } })
    expect(await since(60 * 24 * 30)).toMatchObject({ data: { positions: 3 } })
    // Where it stood just before belongs to the theft.
    expect(await since(5)).toMatchObject({ data: { positions: 1 } })
    expect(await since(-60)).toMatchObject({ data: { positions: 0 } })
  })

  test('shows no position that is too old to be kept, or came after the vehicle was back', async () => {
    await record(20)
    const tooOld = ago(14 * dayMinutes + 1)
    const unmeasured = { accuracy: null, altitude: null, speed: null, course: null, flag: null }
    const place = { deviceId: owner.deviceId, latitude: 49, longitude: 8.4, ...unmeasured }
    await product.operator
      .transaction()
      .execute((transaction) => keepPositions(transaction, [{ ...place, recordedAt: tooOld, receivedAt: tooOld }]))
    const theft = { device_id: owner.deviceId, state: 'STOLEN' as const, since: tooOld, set_at: tooOld }
    await product.operator.insertInto('dossier_changes').values(theft).execute()
    const oldest = (await show()).oldestPositionAt
    expect(Date.parse(oldest ?? '')).toBeGreaterThan(ago(21).getTime())
    await say('RECOVERED', ago(30))
    expect((await show()).oldestPositionAt).toBeNull()
  })

  test('downloads the document with the positions of the theft and of the ten minutes before it, and no others', async () => {
    await record(90, 62, 30, 20)
    await call('PUT', '/details', details)
    await say('STOLEN', ago(60))
    const response = await fetch(new URL(path('/pdf'), product.url), {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/filename="anzeige-mappe_\d{4}-\d\d-\d\d\.pdf"/)
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
    const { text } = await extractText(pdf, { mergePages: true })
    expect(text).toContain('VBK123')
    expect(text).toMatch(/Erika Beispiel\s+Telefon\s+030 23125-042/)
    expect(text).toContain('49.020000, 8.400000')
    expect(text).toContain('49.030000, 8.400000')
    expect(text).toContain('49.062000, 8.400000')
    expect(text).not.toContain('49.090000')
  })

  test("has the profile's picture in the document, unless it shows another vehicle", async () => {
    const id = `picture-of-${owner.userId}`
    const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#a3241b' } })
      .webp()
      .toBuffer()
    const { operator } = product
    await operator
      .insertInto('uploads')
      .values({ id, user_id: owner.userId, picture, created_at: ago(1) })
      .execute()
    await operator.updateTable('users').set({ picture_id: id }).where('id', '=', owner.userId).execute()
    const hasPicture = async () => (await call('GET', '/pdf')).text.includes('/Subtype /Image')
    expect((await show()).hasPicture).toBe(true)
    expect(await hasPicture()).toBe(true)
    await call('PUT', '/details', { ...details, withPicture: false })
    expect(await hasPicture()).toBe(false)
    await operator.updateTable('users').set({ picture_id: null }).execute()
  })

  test('may delete all of it', async () => {
    await say('STOLEN')
    await call('PUT', '/details', details)
    const { token } = await createLink()
    expect((await call('DELETE')).status).toBe(200)
    expect(await show()).toMatchObject({
      state: 'PARKED',
      changes: [],
      links: [],
      details: { colour: null, ownerPhone: null },
    })
    expect((await open(token)).code).toBe('DOSSIER_LINK_UNKNOWN')
  })

  test.each([
    ['GET', '', undefined],
    ['PUT', '/details', details],
    ['POST', '/state', { state: 'STOLEN' }],
    ['DELETE', '', undefined],
    ['GET', '/pdf', undefined],
    ['POST', '/links', { term: 'DAY' }],
    ['DELETE', '/links/any', undefined],
  ])('only the owner may %s%s: for anybody else it is 403', async (method, rest, body) => {
    const answer = await send(product.url, method, path(rest), { token: stranger.token, ...(body && { body }) })
    expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN'])
  })
})

describe('a link for the police', () => {
  test('is made only for a theft, shown once, and stored as a hash', async () => {
    expect((await call('POST', '/links', { term: 'DAY' })).code).toBe('DOSSIER_NO_CASE')
    await say('STOLEN')
    const { link, token, url } = await createLink('THREE_DAYS')
    expect(url).toBe(`${product.settings.PUBLIC_URL}/dossier#${token}`)
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(72 * hourMs)
    expect((await call('GET')).text).not.toContain(token)
    const stored = await product.operator.selectFrom('dossier_links').selectAll().where('id', '=', link.id).execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('is reported to the owner by e-mail, without its key and with what to do if somebody else made it', async () => {
    await say('STOLEN')
    const { token } = await createLink()
    const { subject, text = '' } = await product.mail.emailTo(owner.email, /Link für die Polizei/)
    expect(subject).toContain('Link für die Polizei zu')
    expect(text).toContain(`${product.settings.PUBLIC_URL}/fall/${owner.deviceId}`)
    expect(text).toContain('ändern Sie danach Ihr Passwort')
    expect(text).not.toContain(token)
  })

  test('shows vehicle, state, the positions of the theft and where it stood before without an account, and counts visits', async () => {
    await record(90, 62, 50, 20)
    await call('PUT', '/details', details)
    await say('SUSPICIOUS', ago(60))
    await say('STOLEN', ago(30))
    const { link, token } = await createLink()
    const answer = await open(token)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const dossier = read.parse(answer.body).data
    expect(dossier).toMatchObject({ state: 'STOLEN', imei: owner.imei, positions: 3 })
    expect(dossier.details).toMatchObject({
      plate: 'KA-W 12',
      ownerName: 'Erika Beispiel',
      ownerPhone: '030 23125-042',
    })
    expect(dossier.track.map(({ latitude }) => latitude)).toEqual([49.062, 49.05, 49.02])
    expect(dossier.placeName).toBe('Karlsruhe')
    expect(answer.text).not.toContain(owner.email)
    await open(token)
    expect((await show()).links).toMatchObject([{ id: link.id, opened: 1, lastOpenedAt: expect.any(String) }])
    await product.operator
      .updateTable('dossier_links')
      .set({ last_opened_at: ago(11) })
      .where('id', '=', link.id)
      .execute()
    await open(token)
    expect((await show()).links).toMatchObject([{ opened: 2 }])
  })

  test('shows nothing after the vehicle was back', async () => {
    await record(50, 20)
    await say('STOLEN', ago(60))
    const { token } = await createLink()
    await say('RECOVERED', ago(40))
    const dossier = await openDossier(token)
    expect(dossier).toMatchObject({ state: 'RECOVERED', positions: 1, period: { until: expect.any(String) } })
    expect(dossier.track.map(({ latitude }) => latitude)).toEqual([49.05])
  })

  test('gives the document', async () => {
    await say('STOLEN')
    const { token } = await createLink()
    const response = await fetch(new URL('/api/dossier/shared/pdf', product.url), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  test('no longer opens once it is revoked, and the reader learns what to do', async () => {
    await say('STOLEN')
    const { link, token } = await createLink()
    expect((await call('DELETE', `/links/${link.id}`)).body).toMatchObject({ data: { revokedAt: expect.any(String) } })
    const refused = await open(token)
    expect([refused.status, refused.code]).toEqual([410, 'DOSSIER_LINK_REVOKED'])
    expect(refused.text).toContain('einen neuen geben')
    expect((await send(product.url, 'GET', '/api/dossier/shared/pdf', { token })).code).toBe('DOSSIER_LINK_REVOKED')
    expect((await call('DELETE', '/links/nobodys')).code).toBe('NOT_FOUND')
  })

  test('no longer opens once it has expired', async () => {
    await say('STOLEN')
    const { link, token } = await createLink()
    await product.operator
      .updateTable('dossier_links')
      .set({ expires_at: ago(1) })
      .where('id', '=', link.id)
      .execute()
    const refused = await open(token)
    expect([refused.status, refused.code]).toEqual([410, 'DOSSIER_LINK_EXPIRED'])
  })

  test.each([
    ['once the suspicion is dispelled', ['SUSPICIOUS'], ['PARKED']],
    ['for the next theft', ['STOLEN'], ['RECOVERED', 'STOLEN']],
  ])('no longer opens %s', async (_, before, after) => {
    for (const state of before) await say(state)
    const { token } = await createLink()
    for (const state of after) await say(state)
    expect((await open(token)).code).toBe('DOSSIER_LINK_REVOKED')
  })

  test.each([
    ['withdraw', { deletePositions: false }],
    ['consent', { consentGiven: false }],
  ])('no longer opens after %s, not even with a new consent; a new link does', async (way, said) => {
    await record(20)
    await say('STOLEN', ago(60))
    const { token } = await createLink()
    const decide = (path: string, body: object) =>
      send(product.url, 'POST', `/api/tracking/${path}`, {
        token: owner.token,
        body: { deviceId: owner.deviceId, ...body },
      })
    await decide('disable', {})
    expect((await openDossier(token)).positions).toBe(1)
    expect((await decide(way, said)).status).toBe(200)
    expect((await open(token)).code).toBe('DOSSIER_LINK_REVOKED')
    expect((await send(product.url, 'GET', '/api/dossier/shared/pdf', { token })).code).toBe('DOSSIER_LINK_REVOKED')
    expect((await show()).links).toMatchObject([{ revokedAt: expect.any(String) }])
    await record()
    expect((await open(token)).code).toBe('DOSSIER_LINK_REVOKED')
    const { token: fresh } = await createLink()
    expect((await openDossier(fresh)).positions).toBe(1)
  })

  test('opens only with its token', async () => {
    for (const token of [undefined, 'x', 'A'.repeat(43), owner.token])
      expect((await open(token)).code).toBe('DOSSIER_LINK_UNKNOWN')
  })

  test('leaves no token in the log', async () => {
    await say('STOLEN')
    const { token } = await createLink()
    await openDossier(token)
    await open(`${token}x`)
    expect(logged.join('')).toContain('/api/dossier/shared')
    expect(logged.join('')).not.toContain(token)
  })

  test('is limited to ten', async () => {
    await say('STOLEN')
    for (let count = 0; count < dossierLimits.openLinks; count += 1) await createLink()
    expect((await call('POST', '/links', { term: 'DAY' })).code).toBe('DOSSIER_LINK_LIMIT')
  })

  test('can be tried only a limited number of times from one address', async () => {
    const subject = '127.0.0.1'
    const at = new Date()
    const tried = Array.from({ length: dossierLimits.opensPerHour }, () => ({ kind: 'dossier-open', subject, at }))
    await product.operator.insertInto('attempts').values(tried).execute()
    const refused = await open('A'.repeat(43))
    expect([refused.code, refused.headers.get('retry-after')]).toEqual(['RATE_LIMITED', expect.stringMatching(/^\d+$/)])
  })
})
