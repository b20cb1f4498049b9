import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { consents } from '#contract/consents/consents.ts'
import { consentsLimits } from '#contract/consents/consents-limits.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
}, 60_000)
afterAll(() => product.close())

const call = (person: Person, method: string, path: string, body?: unknown) =>
  send(product.url, method, path, { token: person.token, body })
const answer = z.object({ data: consents.list.reply })
const list = async (person: Person, query = '') =>
  answer.parse((await call(person, 'GET', `/api/consents${query}`)).body).data
const version = currentVersion('theft-alarm')

describe('what an account consented to', () => {
  test('is shown by device and purpose, with every word that was said, and only to its owner', async () => {
    const anna = await becomeCustomer(product)
    const bert = await becomeCustomer(product)
    const { deviceId } = anna
    const purposes = [{ purpose: 'theft-alarm', version }]
    await call(anna, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true, purposes })
    await call(anna, 'POST', '/api/tracking/withdraw', { deviceId, deletePositions: false })
    const camera = { poiType: 'Obstacle', latitude: 49, longitude: 8.4, consentVersion: currentVersion('reports') }
    expect((await call(anna, 'POST', '/api/poi', camera)).status).toBe(201)

    const { present, entries, texts } = await list(anna)
    expect(present).toMatchObject([
      { purpose: 'reports', deviceId: null, isPresent: true, state: 'given' },
      { purpose: 'theft-alarm', deviceId, isPresent: true, state: 'withdrawn', version },
    ])
    expect(entries.map(({ purpose, given, actor }) => [purpose, given, actor])).toEqual([
      ['reports', true, 'owner'],
      ['theft-alarm', false, 'owner'],
      ['theft-alarm', true, 'owner'],
    ])
    expect(texts).toContainEqual(expect.objectContaining({ purpose: 'theft-alarm', version: 1 }))
    expect(await list(bert)).toMatchObject({ present: [], entries: [] })
    expect((await send(product.url, 'GET', '/api/consents')).status).toBe(401)
  })

  test('stays shown when the device is gone', async () => {
    const anna = await becomeCustomer(product)
    await call(anna, 'POST', '/api/tracking/consent', { deviceId: anna.deviceId, consentGiven: true })
    await call(anna, 'DELETE', `/api/devices/${anna.deviceId}`)
    const { present, entries } = await list(anna)
    expect(present.map(({ isPresent }) => isPresent)).toEqual([false, false])
    expect(entries).toHaveLength(2)
  })

  test('is listed page by page without a gap', async () => {
    const anna = await becomeCustomer(product)
    const { deviceId } = anna
    for (let pair = 0; pair * 4 <= consentsLimits.pageRows; pair += 1) {
      await call(anna, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true })
      await call(anna, 'POST', '/api/tracking/consent', { deviceId, consentGiven: false })
    }
    const first = await list(anna)
    expect(first.entries).toHaveLength(consentsLimits.pageRows)
    const second = await list(anna, `?before=${first.next}`)
    expect(second.next).toBeNull()
    const ids = [...first.entries, ...second.entries].map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect(new Set(ids).size).toBe(ids.length)
    expect((await call(anna, 'GET', '/api/consents?before=x')).status).toBe(400)
  })

  test('can be proven by a file in which each text has the hash that was stored', async () => {
    const anna = await becomeCustomer(product)
    await call(anna, 'POST', '/api/tracking/consent', { deviceId: anna.deviceId, consentGiven: true })
    const file = await fetch(`${product.url}/api/consents/proof`, {
      headers: { authorization: `Bearer ${anna.token}` },
    })
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="einwilligungen_[\d-]+\.json"$/)
    const proof = z
      .object({
        account: z.string(),
        consents: z.array(z.object({ text: z.string(), textSha256: z.string(), given: z.boolean(), at: z.string() })),
      })
      .parse(await file.json())
    expect(proof.consents).toHaveLength(2)
    for (const { text, textSha256 } of proof.consents) {
      expect(createHash('sha256').update(text).digest('hex')).toBe(textSha256)
    }
  })
})

describe('consent to tracking', () => {
  test('to a text that is not today’s is refused', async () => {
    const anna = await becomeCustomer(product)
    const purposes = [{ purpose: 'theft-alarm', version: version - 1 }]
    const body = { deviceId: anna.deviceId, consentGiven: true, purposes }
    expect(await call(anna, 'POST', '/api/tracking/consent', body)).toMatchObject({
      status: 409,
      code: 'CONSENT_TEXT_CHANGED',
    })
    expect(await list(anna)).toMatchObject({ entries: [] })
  })
})
