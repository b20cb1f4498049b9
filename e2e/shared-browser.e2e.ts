import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { secondMs } from '#contract/base/time-units.ts'
import { becomeCustomer, type Customer, signIn } from './customers.ts'
import type { RunningProduct } from './product.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { letTimePassWhile } from './page-time.ts'
import { shareStories } from './stories.ts'

/* Two people, one browser: of the first nothing is left that the second, or a stranger at the keyboard, could read. */

const stories = shareStories('customers')

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  await page.getByRole('button', { name: 'Abmelden' }).click()
}

const endSession = ({ operator }: RunningProduct, { email }: Customer) =>
  operator
    .deleteFrom('sessions')
    .where('user_id', 'in', operator.selectFrom('users').select('id').where('email', '=', email))
    .execute()

/** How the first person's session may end. */
const endings: [how: string, end: (page: Page, context: BrowserContext, anna: Customer) => Promise<unknown>][] = [
  ['signs out', (page) => signOut(page)],
  [
    'signs out without a network',
    async (page, context) => {
      await context.setOffline(true)
      await signOut(page)
      await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
      await context.setOffline(false)
    },
  ],
  [
    'is signed out by the server',
    async (page, _context, anna) => {
      await endSession(stories.product, anna)
      await page.goto('/devicesandlicenses')
    },
  ],
  [
    'is signed out by the server while the browser has no network',
    async (page, context, anna) => {
      await context.setOffline(true)
      await endSession(stories.product, anna)
      await page.goto('/devicesandlicenses')
      await page.getByRole('heading', { level: 3, name: 'Annas Enduro' }).first().waitFor()
      await context.setOffline(false)
      await page.goto('/devicesandlicenses')
    },
  ],
]

test.each(endings)('somebody who %s leaves nothing behind for the next one in this browser', async (_how, end) => {
  const { product } = stories
  const [anna, bert] = [await becomeCustomer(product), await becomeCustomer(product)]
  await product.operator.updateTable('devices').set({ name: 'Annas Enduro' }).where('imei', '=', anna.imei).execute()
  const deviceId = await enableTracking(product, anna)
  const [last] = recordedRides(product.clock.now()).slice(-1)
  if (last === undefined) throw new Error('a ride has positions')
  await report(product, anna.imei, [last])

  const { page, context } = await stories.enter(anna, '/tracking', { serviceWorker: true, fakeClock: true })
  await page.getByText(/^Letzte Position/).waitFor()
  await page.goto('/devicesandlicenses')
  await page.getByRole('heading', { level: 3, name: 'Annas Enduro' }).first().waitFor()
  const isMissing = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined)
  await letTimePassWhile(page, isMissing, secondMs)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  const token = await page.evaluate(() => localStorage.getItem('wegwarte.token'))
  const marks = [anna.email, anna.imei, deviceId, 'Annas Enduro', token ?? 'no token', String(last.latitude)]
  const found = async () => {
    const everything = await everythingKept(page)
    return marks.filter((mark) => everything.includes(mark))
  }
  // All of it is there while she is signed in; without it this story would show nothing.
  await letTimePassWhile(page, async () => (await found()).length < marks.length, secondMs)

  await end(page, context, anna)
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await expect.poll(found).toEqual([])

  await page.goto('/login?redirect=%2Fdevicesandlicenses')
  await signIn(page, bert)
  await page
    .getByRole('heading', { level: 3, name: /Wegwarte Spur/ })
    .first()
    .waitFor()
  expect(await found()).toEqual([])
  await context.setOffline(true)
  for (const path of ['/devicesandlicenses', '/tracking', '/dashboard']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.content()).not.toContain('Annas Enduro')
  }
  expect(await found()).toEqual([])
})

/** Whatever this browser keeps of the product, in all its stores, as text. */
function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const database = opening.result
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => reading.addEventListener('success', resolve))
        parts.push(reading.result)
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        parts.push(request.url, await response?.text())
      }
    }
    return JSON.stringify(parts)
  })
}
