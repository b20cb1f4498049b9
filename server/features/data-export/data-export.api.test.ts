import { strFromU8, unzipSync } from 'fflate'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { dataExport, linkedExport } from '#contract/data-export/data-export.ts'
import { dataExportFile } from './exported-parts.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let stranger: Person
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
  product = await startTestProduct(await ownDatabase(), log)
  stranger = await becomeCustomer(product)
}, 60_000)
beforeEach(async () => {
  owner = await becomeCustomer(product)
})
afterAll(() => product.close())

const shown = z.object({ data: z.nullable(dataExport) })
const linked = z.object({ data: linkedExport })

const call = (method: string, path = '', person = owner) =>
  callAs(
    product,
    person,
    method,
    `/api/data-export${path}`,
    method === 'POST' ? { withoutPrivacyZones: false } : undefined,
  )
const show = async (person = owner) => shown.parse((await call('GET', '', person)).body).data
const stateOf = async () => (await show())?.state ?? null

const download = (path: string, token: string) =>
  fetch(new URL(`/api/data-export${path}`, product.url), { headers: { authorization: `Bearer ${token}` } })

async function made(): Promise<void> {
  expect((await call('POST')).status).toBe(201)
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('READY')
}

async function mailedToken(): Promise<string> {
  const email = await product.mail.emailTo(owner.email, /Ihre Daten liegen bereit/)
  return linkIn(email).hash.slice(1)
}

async function filesIn(response: Response): Promise<Record<string, Uint8Array>> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  return unzipSync(bytes)
}

async function activities(): Promise<string[]> {
  const rows = await product.operator
    .selectFrom('activities')
    .select(['kind', 'actor'])
    .where('user_id', '=', owner.userId)
    .orderBy('id')
    .execute()
  return rows.filter(({ kind }) => kind.startsWith('data-export')).map(({ kind, actor }) => `${kind} by ${actor}`)
}

describe('an account’s own data', () => {
  test('are asked for, made, and downloaded by the owner alone', async () => {
    expect(await show()).toBeNull()
    expect((await call('GET', '/file')).code).toBe('DATA_EXPORT_GONE')
    await made()
    expect(await show()).toMatchObject({ state: 'READY', percent: 100, bytes: expect.any(Number) })
    expect(await show(stranger)).toBeNull()
    expect((await call('GET', '/file', stranger)).code).toBe('DATA_EXPORT_GONE')
    const response = await download('/file', owner.token)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ])
    expect(response.headers.get('content-disposition')).toMatch(/filename="wegwarte-meine-daten_\d{4}-\d\d-\d\d\.zip"/)
    const files = await filesIn(response)
    const data = dataExportFile.parse(JSON.parse(strFromU8(files['daten.json'] ?? new Uint8Array())))
    expect(data).toMatchObject({ account: [{ email: owner.email }], devices: [{ imei: owner.imei }] })
    expect(await activities()).toEqual([
      'data-export-asked by owner',
      'data-export-made by product',
      'data-export-downloaded by owner',
    ])
  })

  test('are mailed as a link that opens nothing by itself, and is stored as a hash', async () => {
    await made()
    const email = await product.mail.emailTo(owner.email, /Ihre Daten liegen bereit/)
    expect(linkIn(email).pathname).toBe('/data-export')
    expect(linkIn(email).search).toBe('')
    const token = await mailedToken()
    const before = await activities()
    const opened = await send(product.url, 'GET', '/api/data-export/link', { token })
    expect(linked.parse(opened.body).data.bytes).toBe((await show())?.bytes)
    expect(await activities()).toEqual(before)
    expect(Object.keys(await filesIn(await download('/link/file', token)))).toContain('README.html')
    expect((await activities()).at(-1)).toBe('data-export-downloaded by recipient')
    const rows = await product.operator
      .selectFrom('data_exports')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.map(({ token_hash }) => token_hash?.equals(hashOf(token)))).toEqual([true])
    expect(logged.join('')).not.toContain(token)
  })

  test('are mailed once', async () => {
    await made()
    await mailedToken()
    const emails = product.mail.emails.filter(
      ({ to, subject }) => to?.[0]?.address === owner.email && subject === 'Ihre Daten liegen bereit',
    )
    expect(emails).toHaveLength(1)
  })

  test('are deleted by their owner: file and link say so, and another can be asked for', async () => {
    await made()
    const token = await mailedToken()
    expect((await call('DELETE')).status).toBe(200)
    expect((await call('DELETE')).status).toBe(200)
    expect(await show()).toBeNull()
    expect((await call('GET', '/file')).status).toBe(410)
    const refused = await send(product.url, 'GET', '/api/data-export/link', { token })
    expect([refused.status, refused.code]).toEqual([410, 'DATA_EXPORT_GONE'])
    expect((await send(product.url, 'GET', '/api/data-export/link/file', { token })).code).toBe('DATA_EXPORT_GONE')
    expect(await activities()).toContain('data-export-deleted by owner')
    await made()
  })

  test('break off when they are deleted in the middle of a download', async () => {
    await made()
    await product.operator
      .updateTable('data_exports')
      .set(({ eb }) => ({ bytes: eb('bytes', '+', '1') }))
      .where('user_id', '=', owner.userId)
      .execute()
    const response = await download('/file', owner.token)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  test('are made one at a time', async () => {
    const answers = await Promise.all([call('POST'), call('POST'), call('POST')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(answers.flatMap(({ code }) => code ?? [])).toEqual(['DATA_EXPORT_UNDER_WAY', 'DATA_EXPORT_UNDER_WAY'])
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('READY')
  })

  test('need a fresh proof of who asks for them, and of who fetches what is finished', async () => {
    await made()
    await product.operator
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', owner.userId)
      .execute()
    expect((await call('POST')).code).toBe('STEP_UP_REQUIRED')
    expect((await download('/file', owner.token)).status).toBe(403)
  })
})

test.each([undefined, 'x', 'A'.repeat(43), 'A'.repeat(7_000)])(
  'a link with the key %# opens nothing',
  async (token) => {
    for (const path of ['/link', '/link/file']) {
      const answer = await send(product.url, 'GET', `/api/data-export${path}`, { token })
      expect([answer.status, answer.code]).toEqual([404, 'TOKEN_NOT_FOUND'])
    }
  },
)
