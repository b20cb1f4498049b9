import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { minuteMs } from '#contract/base/time-units.ts'
import { sell } from '#server/testing/people.ts'
import { send } from '#server/testing/client.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/** A call of the generated client: its parameters and its body as one object each, then the options of `fetch`. */
type GeneratedCall = (...words: unknown[]) => Promise<unknown>

const isCall = (value: unknown): value is GeneratedCall => typeof value === 'function'
const answered = z.object({ status: z.number(), data: z.object({ success: z.literal(true), data: z.unknown() }) })

let product: TestProduct
/** Inside the project, where the generated code finds its runtime. */
let folder: string
let client: Map<string, unknown>

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  mkdirSync('artefacts', { recursive: true })
  folder = mkdtempSync(join(process.cwd(), 'artefacts/client-'))
  const document = join(folder, 'openapi.json')
  writeFileSync(document, (await send(product.url, 'GET', '/api/openapi.json')).text)
  const file = join(folder, 'client.ts')
  writeFileSync(file, await generateSource(document, { argumentStyle: 'object' }))
  const module: object = await import(file)
  client = new Map(Object.entries(module))
})

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a client generated from the document takes a customer from registration to the history of a ride', async () => {
  const [email, password, imei, secret] = ['program@example.org', 'geheim-genug', '350000000000789', 'device-secret-7']
  await sell(product, { imei, deviceSecret: secret })

  await call('postAuthRegister', { body: { email, password } })
  const token = linkIn(await product.mail.emailTo(email)).searchParams.get('token') ?? ''
  await call('getAuthVerifyEmail', { token })
  await call('postAuthConfirmPassword', { body: { token, password } })
  await call('postAuthVerifyImei', { body: { email, imei } })
  const session = z.object({ token: z.string() }).parse(await call('postAuthLogin', { body: { email, password } }))
  const headers = { authorization: `Bearer ${session.token}` }

  const owned = z.array(z.object({ id: z.string() })).length(1)
  const [device] = owned.parse(await call('getDevices', { headers }))
  const deviceId = device?.id
  await call('postTrackingConsent', { body: { deviceId, consentGiven: true } }, { headers })
  await call('postTrackingEnable', { body: { deviceId, trackingMode: 'MOVEMENT' } }, { headers })
  const now = Date.now()
  const place = { latitude: 49.01, longitude: 8.4, recordedAt: new Date(now).toISOString() }
  await call('postDevicesByIdPosition', { id: deviceId, body: place }, { headers: { 'x-device-key': secret } })

  const [start, end] = [new Date(now - minuteMs).toISOString(), new Date(now + minuteMs).toISOString()]
  const history = await call('getTrackingHistoryByDeviceId', { start, end, deviceId }, { headers })
  expect(history).toMatchObject({ positions: [place] })
})

/** Calls with the options of `fetch` last. The document's server is where the document is: a program says where that is. */
async function call(name: string, ...words: readonly object[]): Promise<unknown> {
  const given = client.get(name)
  if (!isCall(given)) throw new Error(`the generated client has no ${name}`)
  const takesOptionsOnly = given.length === 1
  const options = { baseUrl: product.url, ...(takesOptionsOnly ? words[0] : words[1]) }
  return answered.parse(await (takesOptionsOnly ? given(options) : given(words[0], options))).data.data
}
