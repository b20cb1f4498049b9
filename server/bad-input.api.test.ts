import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/base/endpoint.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { type Answer, send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { type Ids, sampleOf } from '#server/testing/sample.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/* Every endpoint of the contract gets bad input. It never answers 5xx, and always in the German envelope. */

let product: TestProduct
let person: Person
let ids: Ids

beforeAll(async () => {
  product = await startTestProduct()
  person = await becomeCustomer(product)
  ids = { UserId: person.userId, DeviceId: person.deviceId, Imei: person.imei }
}, 60_000)

afterAll(() => product.close())

function expectRefused(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 300)).toBeGreaterThanOrEqual(400)
  expectCalm(answer)
}

/** The answer is never a crash, and a failure has a German sentence in the envelope. */
function expectCalm(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
  expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d+/)
  if (answer.status >= 400) {
    expect(answer.code, answer.text.slice(0, 300)).toBeDefined()
    // The code is for programs and need not be German.
    const words = answer.text.replace(`"code":"${answer.code}"`, '')
    expect(words).not.toMatch(/invalid|expected|received|required|too (big|small)|unrecognized/i)
    expect(words).toMatch(/Bitte|nicht|ungültig|Ungültige|muss|Zu viele|Keine|bereits|falsch|gehört|groß/)
  }
}

const named = endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const withBody = named.filter(({ endpoint }) => endpoint.body !== undefined)

function pathOf(endpoint: Endpoint, value?: string): string {
  const params = (endpoint.params && sampleOf(endpoint.params, ids)) ?? {}
  const path = Object.entries(params).reduce(
    (filled, [name, sample]) => filled.replace(`:${name}`, encodeURIComponent(value ?? String(sample))),
    endpoint.path,
  )
  const query = Object.entries((endpoint.query && sampleOf(endpoint.query, ids)) ?? {})
  const search = new URLSearchParams(query.map(([name, sample]) => [name, value ?? String(sample)])).toString()
  return search === '' ? path : `${path}?${search}`
}

const broken = [
  { what: 'broken JSON', body: '{"email": ' },
  { what: 'no JSON at all', body: 'hello' },
  { what: 'an empty body', body: '' },
  { what: 'null', body: 'null' },
  { what: 'a list', body: '[]' },
  { what: 'a number', body: '7' },
  { what: 'no fields', body: '{}' },
  { what: 'a key that would reach the prototype', body: '{"__proto__":{"admin":true}}' },
]

describe.each(withBody)('$name', ({ endpoint }) => {
  const token = () => person.token

  test.each(broken)('refuses $what', async ({ body }) => {
    expectRefused(await send(product.url, endpoint.method, pathOf(endpoint), { token: token(), body }))
  })

  const sample = endpoint.body ? sampleOf(endpoint.body, { DeviceId: 'x', Imei: '1'.repeat(15) }) : {}
  const fields = Object.keys(sample ?? {})

  test.each(fields)('refuses wrong types for %s', async (field) => {
    const valid = { ...(endpoint.body ? Object(sampleOf(endpoint.body, ids)) : {}) }
    for (const wrong of [{}, [], [null], { $gt: '' }]) {
      const answer = await send(product.url, endpoint.method, pathOf(endpoint), {
        token: token(),
        body: { ...valid, [field]: wrong },
      })
      // A list or object may be a valid value of such a field, but must never cause a crash.
      if (typeof valid[field] === 'object') expectCalm(answer)
      else expectRefused(answer)
    }
  })

  test.each(fields)('refuses a text of 1 MB and the character NUL for %s', async (field) => {
    const valid = { ...(endpoint.body ? Object(sampleOf(endpoint.body, ids)) : {}) }
    for (const wrong of ['x'.repeat(1_000_000), 'a\u0000b']) {
      expectRefused(
        await send(product.url, endpoint.method, pathOf(endpoint), {
          token: token(),
          body: { ...valid, [field]: wrong },
        }),
      )
    }
  })

  test('refuses a body of another media type', async () => {
    const headers = { 'content-type': 'application/xml' }
    expectRefused(await send(product.url, endpoint.method, pathOf(endpoint), { token: token(), body: '<a/>', headers }))
  })
})

const oddities = [
  { what: 'nothing', value: '' },
  { what: 'a blank', value: ' ' },
  { what: 'the character NUL', value: '\u0000' },
  { what: 'a lone percent sign', value: '%' },
  { what: 'a path upwards', value: '../../etc/passwd' },
  { what: 'SQL', value: "' or 1=1 --" },
  { what: 'NaN', value: 'NaN' },
  { what: 'a negative number', value: '-1' },
  { what: 'a number without end', value: '1e400' },
  { what: 'a motorcycle', value: '🏍️' },
  { what: '3,000 characters', value: 'x'.repeat(3000) },
]

describe.each(named.filter(({ endpoint }) => endpoint.params ?? endpoint.query))('$name', ({ endpoint }) => {
  test.each(oddities)('stays calm about $what in its address', async ({ value }) => {
    const body = endpoint.body && sampleOf(endpoint.body, ids)
    expectCalm(
      await send(product.url, endpoint.method, pathOf(endpoint, value), {
        token: person.token,
        ...(body !== undefined && { body }),
      }),
    )
  })
})

test('JSON that is nested too deeply for the call stack is answered like any other', async () => {
  const body = `{"email":"a@b.de","password":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expectRefused(await send(product.url, 'POST', '/api/auth/login', { body }))
})

test('a version too large for the database is refused', async () => {
  const path = `/api/devices/led-config?imei=${person.imei}`
  const { body } = await send(product.url, 'GET', path, { token: person.token })
  const { data } = z.object({ data: z.looseObject({}) }).parse(body)
  for (const version of [2 ** 31 - 1, 2 ** 31]) {
    const answer = await send(product.url, 'PUT', path, { token: person.token, body: { ...data, version } })
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_ERROR'])
  }
})

test('a form that ends inside its file is refused', async () => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  expectRefused(await send(product.url, 'POST', '/api/upload', { token: person.token, headers, body: `${head}abc` }))
})

test('an unknown path under /api is NOT_FOUND in the envelope', async () => {
  for (const path of ['/api', '/api/nothing', '/api/devices/a/b/c', '/api/%ff', '/api/%00']) {
    const answer = await send(product.url, 'GET', path)
    expect([path, answer.status, answer.code]).toEqual([path, 404, 'NOT_FOUND'])
  }
})
