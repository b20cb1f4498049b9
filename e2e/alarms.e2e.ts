import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture, type Visit, widths } from './browser.ts'
import { becomeCustomer, type Customer } from './customers.ts'
import { faultsEverywhere, faultsOf } from './faults.ts'
import { enableTracking } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { exchangeBounce } from '#server/mail/testing/delivery-reports.ts'

/* The theft alarm, from the switch to the letter (specification, section 9). */

const stories = shareStories('customers')

test('an owner switches the alarm on, tries it, is told of a position, and lets it rest for a ride', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const { page, complaints } = await stories.enter(customer, '/tracking', { width: widths[1] })
  page.on('dialog', (dialog) => void dialog.accept())
  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })

  await page.getByRole('radio', { name: /^Bewegungsprofil/ }).click()
  expect(await alarm.count()).toBe(0)
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await alarm.getByText('Der Alarm ist scharf, sobald das Tracking aktiv ist.').waitFor()
  await page.getByRole('checkbox', { name: /Ich willige ein/ }).click()
  await page.getByText(/Einwilligung erteilt am/).waitFor()
  await page.getByRole('button', { name: 'Tracking aktivieren' }).click()
  await alarm.getByText('Scharf', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Tracking deaktivieren')

  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor({ timeout: 15_000 })
  expect(await alarm.getByRole('list', { name: 'Weg des Test-Alarms' }).getByText('steht noch aus').count()).toBe(0)
  await product.mail.letterTo(customer.email, /Test-Alarm/)

  const report = { id: customer.imei, lat: '49.0069', lon: '8.4037', accuracy: '5' }
  await fetch(`http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams(report).toString()}`)
  const letter = await product.mail.letterTo(customer.email, /^Alarm: /)
  expect(letter.text).toContain('49.00690, 8.40370')
  await seeItOnTheMap(page, alarm, addressIn(letter.text))
  await alarm.getByText('Erste Position').waitFor()
  await alarm.getByText('Heute verschickt: 1 von höchstens 20 E-Mails über Bewegungen.').waitFor()
  await alarm.getByRole('button', { name: /^Erste Position vom .* als gesehen vermerken$/ }).click()
  await alarm.getByText(/^Gesehen \d/).waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await alarm.scrollIntoViewIfNeeded()
    await keepPicture(page, `alarms-${width.name}`)
  }
  expect(await faultsEverywhere(page, 'the theft alarm')).toEqual([])

  await alarm.getByRole('button', { name: 'Ich fahre' }).click()
  await alarm.getByText(/Der Alarm pausiert, bis das Fahrzeug 10 Minuten steht, .* noch 24 Stunden/).waitFor()
  await keepPicture(page, 'alarms-paused')
  // The button that was pressed is gone.
  expect(await alarm.evaluate((region) => region === document.activeElement)).toBe(true)
  await alarm.getByRole('button', { name: 'Alarm wieder einschalten' }).click()
  await alarm.getByText('Scharf', { exact: true }).waitFor()
  await alarm.getByRole('button', { name: '1 Stunde' }).click()
  await alarm.getByText(/Der Alarm pausiert bis .* noch (60|59) Minuten/).waitFor()
  expect(complaints).toEqual([])
})

/** On a phone, where the map is far below: by a letter's address, from the log, and from the last position. */
async function seeItOnTheMap(page: Page, alarm: Locator, address: string): Promise<void> {
  const [phone, desktop] = widths
  const isInView = async () => {
    await page.getByRole('button', { name: /^Position 1, / }).waitFor()
    const top = () => page.locator('canvas').evaluate((map) => map.getBoundingClientRect().top / window.innerHeight)
    await expect.poll(top).toBeLessThan(0.5)
    expect(await top()).toBeGreaterThan(0)
  }
  await page.setViewportSize({ width: phone.width, height: phone.height })
  // Safari keeps nothing in its place that something above it pushes away.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.overflowAnchor = 'none'))
  })
  await page.goto(address)
  await isInView()
  await alarm.getByRole('link', { name: /^Erste Position vom .* auf der Karte zeigen$/ }).click()
  await isInView()
  await page.goto('/tracking')
  await page.getByRole('link', { name: 'Auf der Karte zeigen', exact: true }).click()
  await isInView()
  await page.setViewportSize({ width: desktop.width, height: desktop.height })
}

function addressIn(text: string | undefined): string {
  const address = /https?:\/\/\S+\/tracking\S+/.exec(text ?? '')?.[0]
  if (address === undefined) throw new Error('the letter does not lead to the product')
  return address
}

test('an owner whose letters come back is told in the log and at the account, and by the next letter whether it is over', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const { page, complaints } = await stories.enter(customer, '/tracking', { width: widths[1] })
  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor({ timeout: 15_000 })
  const letter = await product.mail.letterTo(customer.email, /Test-Alarm/)

  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bounce-'))
  const report = join(folder, 'report.eml')
  writeFileSync(report, exchangeBounce(letter.envelope.dsn?.envid ?? ''))
  expect(await product.operate('mail', 'notifications', '--file', report)).toContain('kam zurück')
  rmSync(folder, { recursive: true })

  await page.reload()
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await alarm.getByRole('alert').getByText('E-Mails erreichen Sie nicht').waitFor()
  await alarm.getByText(/^E-Mail kam zurück \d/).waitFor()
  await alarm.getByRole('list', { name: 'Weg des Test-Alarms' }).getByText('Als unzustellbar zurückgekommen').waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await alarm.scrollIntoViewIfNeeded()
    await keepPicture(page, `alarms-returned-${width.name}`)
  }
  expect(await faultsEverywhere(page, 'letters that come back')).toEqual([])

  await alarm.getByRole('link', { name: 'E-Mail-Adresse im Konto prüfen' }).click()
  await page.getByRole('paragraph').filter({ hasText: 'E-Mails an diese Adresse kommen zurück' }).waitFor()
  await keepPicture(page, 'account-returned')
  expect(await faultsEverywhere(page, 'an address whose letters come back')).toEqual([])

  await page.getByRole('link', { name: 'Zum Test-Alarm beim Tracking' }).click()
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor({ timeout: 15_000 })
  expect(await alarm.getByText('E-Mails erreichen Sie nicht').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a test alarm is followed to its end also where each answer takes longer than the next question', async () => {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  const { page } = await stories.enter(customer, '/tracking', { fakeClock: true })
  page.on('dialog', (dialog) => void dialog.accept())
  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })
  await alarm.getByText('Scharf', { exact: true }).waitFor()
  await page.route('**/api/alarms/*', async (route) => {
    const answer = await route.fetch()
    await page.clock.runFor(3_000)
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor({ timeout: 15_000 })
})

test('push messages are switched on by a click alone, tried, shown, and switched off; what is in the way is explained', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, context } = await openAlarm(customer)
  await context.grantPermissions(['notifications'])
  const push = page.getByRole('region', { name: 'Push-Nachrichten', exact: true })
  await comeBack(page)
  await push.getByRole('button', { name: 'Push in diesem Browser einschalten' }).click()
  await push.getByText('Dieser Browser erhält Alarme als Push-Nachricht, solange Sie hier angemeldet sind.').waitFor()
  expect(await page.evaluate('asked')).toBe(1)

  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })
  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  const hops = alarm.getByRole('list', { name: 'Weg des Test-Alarms' })
  await hops.getByText(/^An den Push-Dienst übergeben/).waitFor({ timeout: 15_000 })
  // Nobody answers at the address that this browser names.
  await alarm.getByText('Der Push-Dienst hat die Nachricht noch nicht angenommen.').waitFor({ timeout: 15_000 })
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await push.scrollIntoViewIfNeeded()
    await keepPicture(page, `push-${width.name}`)
  }
  expect(await faultsOf(page, 'push messages', 'light', '[aria-label="Push-Nachrichten"]')).toEqual([])

  await deliver(page, {
    title: 'Test-Alarm: Lotse',
    body: 'So sieht die Mitteilung über einen Alarm aus.',
    tag: 'a',
    path: '/tracking',
  })
  await expect.poll(() => shown(page)).toEqual(['Test-Alarm: Lotse: So sieht die Mitteilung über einen Alarm aus.'])

  await push.getByRole('button', { name: 'Push in diesem Browser ausschalten' }).click()
  await push.getByRole('button', { name: 'Push in diesem Browser einschalten' }).waitFor()

  for (const [circumstance, words] of obstacles) {
    await page.evaluate(circumstance)
    await comeBack(page)
    await push.getByText(words).waitFor()
  }
  expect(await faultsOf(page, 'an obstacle to push messages', 'light', '[aria-label="Push-Nachrichten"]')).toEqual([])
})

/** Each on top of the former. */
const obstacles = [
  [
    "Object.defineProperty(Notification, 'permission', { get: () => 'denied' }); 0",
    'Ihr Browser lässt keine Mitteilungen zu',
  ],
  ['delete window.PushManager; 0', 'Dieser Browser kann keine Push-Nachrichten empfangen'],
  ["Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' }); 0", 'Auf iPhone und iPad nur in der App'],
] as const

/** The tracking screen of somebody whose device is to be guarded, in a browser whose push service is made up. */
async function openAlarm(customer: Customer): Promise<Visit> {
  const visitor = await stories.enter(customer, '/tracking', { width: widths[1] })
  await visitor.page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await visitor.page.getByRole('checkbox', { name: /Ich willige ein/ }).click()
  await visitor.page.getByText(/Einwilligung erteilt am/).waitFor()
  await visitor.page.getByRole('button', { name: 'Tracking aktivieren' }).click()
  await visitor.page.getByText('Scharf', { exact: true }).waitFor()
  await visitor.page.evaluate(madeUpPushService)
  return visitor
}

/** Chromium without its maker's keys has no push service: it gives a subscription as if it had one. */
const madeUpPushService = `{
  window.asked = 0
  const ask = Notification.requestPermission.bind(Notification)
  Notification.requestPermission = () => ((window.asked += 1), ask())
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const endpoint = 'https://push.invalid/' + crypto.randomUUID()
  let subscribed = null
  PushManager.prototype.getSubscription = async () => subscribed
  PushManager.prototype.subscribe = async () =>
    (subscribed = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => ((subscribed = null), true) })
} 0`

/** From the browser's settings. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate("window.dispatchEvent(new Event('focus')); 0")
}

/** Hands a message to the page's service worker, as a push service does. */
async function deliver(page: Page, message: Record<string, string>): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration !== undefined) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: stories.product.url,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  })
}

function shown(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
  })
}
