import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import * as z from 'zod'
import { auth } from '#contract/auth/auth.ts'
import { registration } from '#contract/auth/registration.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { hashOfClaimCode } from '#server/features/devices/claim-code-hash.ts'
import { createDeviceInventoryStore } from '#server/features/devices/device-inventory.store.ts'
import { linkIn } from '#server/testing/test-product.ts'
import { send } from '#server/testing/client.ts'
import type { RunningProduct } from './product.ts'

/** Somebody with an account; `imei` is the device they have bought and, once verified, registered. */
export interface Customer {
  email: string
  password: string
  imei: string
}

/** Actions that are limited per network and hour. All customers of all stories are in the same network. */
const countedByNetwork = [
  registration.register.limit.kind,
  registration.resendVerification.limit.rules.network.kind,
  registration.verifyImei.limit.rules.network.kind,
]

/** An account whose e-mail has arrived but was not opened. Stories of other files make more accounts in the same product. */
export async function register(product: RunningProduct): Promise<Customer & { link: URL }> {
  const number = randomInt(10 ** 11)
  const customer = {
    email: `kundin${number}@example.org`,
    password: `sehr-geheim-${number}`,
    imei: String(356_000_000_000_000 + number),
  }
  await product.operator.deleteFrom('attempts').where('kind', 'in', countedByNetwork).execute()
  await send(product.url, 'POST', '/api/auth/register', {
    body: { email: customer.email, password: customer.password },
  })
  return { ...customer, link: linkIn(await product.mail.emailTo(customer.email)) }
}

/** An account whose address is confirmed, with a password set by the owner of the mailbox. */
export async function confirmEmail(product: RunningProduct, registered?: Customer & { link: URL }): Promise<Customer> {
  const { link, ...customer } = registered ?? (await register(product))
  await send(product.url, 'GET', `/api/auth/verify-email${link.search}`)
  const token = link.searchParams.get('token')
  await send(product.url, 'POST', '/api/auth/confirm-password', { body: { token, password: customer.password } })
  return customer
}

/** A finished account with one device. */
export async function becomeCustomer(
  product: RunningProduct,
  registered?: Customer & { link: URL },
): Promise<Customer> {
  const customer = await confirmEmail(product, registered)
  await sell(product, [customer.imei])
  await send(product.url, 'POST', '/api/auth/verify-imei', { body: { email: customer.email, imei: customer.imei } })
  return customer
}

/** A finished account whose device has been theirs for a month: what they say about reports counts. */
export async function becomeKnownCustomer(product: RunningProduct): Promise<Customer> {
  const customer = await becomeCustomer(product)
  const registeredAt = new Date(product.clock.now().getTime() - 30 * dayMs)
  await product.operator
    .updateTable('devices')
    .set({ registered_at: registeredAt })
    .where('imei', '=', customer.imei)
    .execute()
  return customer
}

const signedIn = z.object({ data: z.object({ token: z.string() }) })

/** Signs in without a browser: another story tests the form. @param customer absent: to the demo. */
export async function tokenOf(
  { url }: RunningProduct,
  customer?: Pick<Customer, 'email' | 'password'>,
): Promise<string> {
  const { path } = customer === undefined ? auth.demo : auth.login
  const body = customer && { email: customer.email, password: customer.password }
  return signedIn.parse((await send(url, 'POST', path, { body })).body).data.token
}

/** The step between the mailed link and the IMEI. */
export async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByLabel('Passwort bestätigen', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await page.getByText('Ihr Passwort ist gespeichert.').waitFor()
}

/** Puts devices into the operator's inventory. */
export async function sell(product: RunningProduct, imeis: readonly string[], claimCode?: string): Promise<void> {
  const devices = imeis.map((imei) => ({
    imei,
    model: 'Wegwarte Spur',
    trackerId: null,
    secretHash: null,
    decryptionSecret: null,
    unprovenProtocols: [],
    clockOffsetMinutes: 0,
    speedUnit: null,
    claimCodeHash: claimCode === undefined ? null : hashOfClaimCode(imei, claimCode),
  }))
  await createDeviceInventoryStore(product.operator).importEntries(devices, product.clock.now())
}

/** Signs in on the login screen, which may lead to another screen than the dashboard. */
export async function signIn(page: Page, { email, password }: Pick<Customer, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}
