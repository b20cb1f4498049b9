import * as z from 'zod'
import { registration } from '#contract/auth/registration.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { hashOfClaimCode } from '#server/features/devices/claim-code-hash.ts'
import { createDeviceInventoryStore } from '#server/features/devices/device-inventory.store.ts'
import { unprovenProtocols } from '#server/protocols/protocol.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { send } from '#server/testing/client.ts'
import { linkIn, type TestProduct } from '#server/testing/test-product.ts'

/** What is called and looked at: a whole product, or processes on one database. */
type Reached = Pick<TestProduct, 'url' | 'operator' | 'mail' | 'settings'>

/** A user of the test product with one device, both stages verified and signed in. */
export interface Person {
  email: string
  password: string
  userId: string
  token: string
  imei: string
  deviceId: string
  /** The secret that the device sends. */
  deviceSecret: string
}

const session = z.object({ user: z.object({ id: z.string() }), token: z.string() })
const loggedIn = z.object({ data: session })
const secret = z.object({ data: z.object({ registrationSecret: z.string() }) })
const verified = z.object({ data: z.object({ device: z.object({ id: z.string() }), session }) })

let people = 0

/** For a file of tests, so that those before it in the same process are not counted. */
export function countPeopleAnew(): void {
  people = 0
}

/** Does everything that a new customer does in one browser: register, follow the mailed link, prove the purchase, which signs them in. */
export async function becomeCustomer(product: Reached): Promise<Person> {
  people += 1
  const email = `person${people}@example.org`
  const password = `geheim-${people}`
  const imei = String(350_000_000_000_000 + people)
  const deviceSecret = `device-secret-number-${people}`
  await sell(product, { imei, deviceSecret })

  // All users of a test file call from one network, which may not register so many accounts in an hour.
  await product.operator.deleteFrom('attempts').where('kind', '=', registration.register.limit.kind).execute()
  const post = async (path: string, body: unknown, status = 200) =>
    (await expectStatus(send(product.url, 'POST', path, { body }), status)).body
  const registered = secret.parse(await post('/api/auth/register', { email, password }, 201)).data
  const token = linkIn(await product.mail.emailTo(email)).searchParams.get('token') ?? ''
  await expectStatus(send(product.url, 'GET', `/api/auth/verify-email?token=${token}`), 200)
  const confirmed = secret.parse(await post('/api/auth/confirm-registration', { token, ...registered })).data
  const { data } = verified.parse(await post('/api/auth/verify-imei', { email, imei, ...confirmed }))
  const { user, token: sessionToken } = data.session
  return { email, password, imei, deviceSecret, deviceId: data.device.id, userId: user.id, token: sessionToken }
}

/** A call of a person who is signed in. */
export function callAs(
  product: Pick<TestProduct, 'url'>,
  { token }: Person,
  method: string,
  path: string,
  body?: unknown,
) {
  return send(product.url, method, path, { token, ...(body !== undefined && { body }) })
}

export async function signIn(product: Pick<TestProduct, 'url'>, body: { email: string; password: string }) {
  const answer = await expectStatus(send(product.url, 'POST', '/api/auth/login', { body }), 200)
  const { user, token } = loggedIn.parse(answer.body).data
  return { userId: user.id, token }
}

/** Puts a device into the operator's inventory. */
export async function sell(
  product: Reached,
  device: { imei: string; deviceSecret?: string; claimCode?: string },
): Promise<void> {
  await createDeviceInventoryStore(product.operator).importEntries(
    [
      {
        imei: device.imei,
        model: 'Testgerät',
        trackerId: null,
        secretHash: device.deviceSecret === undefined ? null : hashOf(device.deviceSecret),
        decryptionSecret: null,
        unprovenProtocols,
        clockOffsetMinutes: 0,
        speedUnit: null,
        claimCodeHash: device.claimCode === undefined ? null : hashOfClaimCode(device.imei, device.claimCode),
      },
    ],
    clockFrom(product.settings.CLOCK).now(),
  )
}

async function expectStatus(request: ReturnType<typeof send>, status: number) {
  const answer = await request
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status} ${answer.code ?? ''}`)
  return answer
}
