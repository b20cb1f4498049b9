import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { standStill } from './at-rest.ts'
import { keepPicture, keepPictures, type Visit, widths } from './browser.ts'
import { becomeCustomer, type Customer } from './customers.ts'
import { faultsEverywhere, faultsOf, faultsWhenNarrow, narrowest } from './faults.ts'
import { enableTracking } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { openTab } from './tracking-screen.ts'
import { exchangeBounce } from '#server/mail/testing/delivery-reports.ts'

/* The theft alarm, from the switch to the e-mail (specification, section 9). */

const stories = shareStories('customers')

test('an owner switches the alarm on, tests it, is notified of a position, and pauses it for a ride', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const { page, complaints } = await stories.enter(customer, '/tracking', { width: widths[1] })
  page.on('dialog', (dialog) => void dialog.accept())
  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })

  await page.getByRole('radio', { name: /^Bewegungsprofil/ }).click()
  await openTab(page, 'Alarm')
  await page.getByText(/^Zum Bewegungsprofil gehört kein Diebstahlalarm\./).waitFor()
  await expect.poll(() => alarm.count()).toBe(0)
  await openTab(page, 'Einstellungen')
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await openTab(page, 'Alarm')
  await alarm.getByText('Der Alarm ist scharf, sobald das Tracking aktiv ist.').waitFor()
  await openTab(page, 'Einstellungen')
  await page.getByRole('checkbox', { name: /Ich willige ein/ }).click()
  await page.getByText(/Einwilligung erteilt am/).waitFor()
  await page.getByRole('button', { name: 'Tracking aktivieren' }).click()
  await page.getByText('Tracking ist aktiv').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Tracking deaktivieren')
  await openTab(page, 'Alarm')
  await alarm.getByText('Scharf', { exact: true }).waitFor()

  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor()
  await expect
    .poll(() => alarm.getByRole('list', { name: 'Weg des Test-Alarms' }).getByText('steht noch aus').count())
    .toBe(0)
  await product.mail.emailTo(customer.email, /Test-Alarm/)

  const report = { id: customer.imei, lat: '49.0069', lon: '8.4037', accuracy: '5' }
  await fetch(`http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams(report).toString()}`)
  const message = await product.mail.emailTo(customer.email, /^Alarm: /)
  expect(message.text).not.toContain('Koordinaten')
  await seeItOnTheMap(page, alarm, addressIn(message.text))
  await alarm.getByText('Erste Position').waitFor()
  await alarm.getByText('Heute verschickt: 0 von höchstens 20 E-Mails über Bewegungen.').waitFor()
  await alarm.getByRole('button', { name: /^Erste Position vom .* als gesehen vermerken$/ }).click()
  await alarm.getByText(/^Gesehen \d/).waitFor()
  await makeItSharperHere(page)
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await alarm.scrollIntoViewIfNeeded()
    await keepPicture(page, `alarms-${width.name}`)
  }
  expect(await faultsEverywhere(page, 'the theft alarm')).toEqual([])

  await alarm.getByRole('button', { name: 'Ich fahre' }).click()
  await alarm.getByText(/Der Alarm pausiert bis zur Ankunft: .* noch 24 Stunden/).waitFor()
  await keepPicture(page, 'alarms-paused')
  await page.getByRole('radio', { name: /^Alarm pausiert:/ }).waitFor()
  // The button that was pressed is gone.
  await expect.poll(() => alarm.evaluate((region) => region === document.activeElement)).toBe(true)
  await alarm.getByRole('button', { name: 'Alarm wieder einschalten' }).click()
  await alarm.getByText('Scharf', { exact: true }).waitFor()
  await alarm.getByRole('button', { name: '1 Stunde' }).click()
  await alarm.getByText(/Der Alarm pausiert bis .* noch (60|59) Minuten/).waitFor()
  await alarm.getByRole('button', { name: 'Alarm wieder einschalten' }).click()
  await alarm.getByRole('button', { name: 'Pausieren', exact: true }).click()
  await alarm.getByText(/Der Alarm pausiert bis .* noch /).waitFor()
  await alarm.getByRole('button', { name: 'Alarm wieder einschalten' }).click()
  await alarm.getByRole('button', { name: 'Bis ich ihn einschalte' }).click()
  await alarm.getByText('Der Alarm pausiert, bis Sie ihn wieder einschalten. Bis dahin meldet er nichts.').waitFor()
  expect(complaints).toEqual([])
})

/** A zone where the vehicle stands, in one tap; then another time for it. */
async function makeItSharperHere(page: Page): Promise<void> {
  const zones = page.getByRole('region', { name: 'Hier wacht der Alarm anders' })
  await zones.getByRole('button', { name: 'Hier ist Zuhause: nachts schärfer' }).click()
  await zones.getByText('Schärfer, täglich 22:00–06:00, 150 m im Umkreis').waitFor()
  await page.getByRole('button', { name: 'Meldung schließen' }).click()
  await zones.getByRole('button', { name: 'Alarmzone „Zuhause“ ändern' }).click()
  await zones.getByLabel('Bis').fill('22:00')
  await zones.getByRole('button', { name: 'Speichern' }).click()
  await zones.getByText('Beginn und Ende sind gleich. Für den ganzen Tag wählen Sie „immer“.').waitFor()
  await zones.getByLabel('Bis').fill('05:30')
  await zones.getByRole('checkbox', { name: 'Sonntag' }).uncheck()
  await zones.locator('canvas').waitFor()
  // What is half below the header counts as too small to be tapped.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await faultsOf(page, 'a zone of the alarm', 'light', 'form:has([type=time])')).toEqual([])
  await page.setViewportSize(narrowest)
  expect(await faultsWhenNarrow(page, 'a zone of the alarm', narrowest, 'form:has([type=time])')).toEqual([])
  await zones.getByLabel('Bis').scrollIntoViewIfNeeded()
  await keepPictures(page, 'alarm-zone')
  await zones.getByRole('button', { name: 'Speichern' }).click()
  await zones.getByText('Schärfer, Mo–Sa 22:00–05:30, 150 m im Umkreis').waitFor()
  await page.getByRole('button', { name: 'Meldung schließen' }).click()
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** On a phone: by the address in an e-mail, from the log, and from the last position. */
async function seeItOnTheMap(page: Page, alarm: Locator, address: string): Promise<void> {
  const [phone, desktop] = widths
  const isInView = async () => {
    await page.getByRole('button', { name: /^Position 1, / }).waitFor()
    const top = () => page.locator('canvas').evaluate((map) => map.getBoundingClientRect().top / window.innerHeight)
    await expect.poll(async () => Math.abs((await top()) - 0.25)).toBeLessThan(0.25)
  }
  await page.setViewportSize({ width: phone.width, height: phone.height })
  // Safari does not keep content in its place when something above it grows.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.overflowAnchor = 'none'))
  })
  await page.goto(address)
  for (const name of [/^Alarm \d/, /^Letzte Position: /]) {
    await expect.poll(() => isInViewport(page.getByRole('img', { name }))).toBe(true)
  }
  await openTab(page, 'Alarm')
  // Where it was: its name, and the coordinates one tap below.
  const coordinates = alarm.getByText('49.00690, 8.40370 (± 5 m)')
  await expect.poll(() => coordinates.isVisible()).toBe(false)
  await alarm.getByText('Karlsruhe', { exact: true }).click()
  await expect.poll(() => coordinates.isVisible()).toBe(true)
  await alarm.getByRole('link', { name: /^Erste Position vom .* auf der Karte zeigen$/ }).click()
  await isInView()
  await page.goto('/tracking')
  await page.getByRole('link', { name: 'Auf der Karte zeigen', exact: true }).click()
  await isInView()
  await page.setViewportSize({ width: desktop.width, height: desktop.height })
  await openTab(page, 'Alarm')
}

/** „Das bin ich“ in the e-mail about an alarm, in a browser that nobody is signed in to. */
async function answerWithoutSigningIn(text: string | undefined): Promise<void> {
  const address = /\/own-ride#\S+/.exec(text ?? '')?.[0]
  if (address === undefined) throw new Error('the e-mail cannot be answered')
  const { page, complaints } = await stories.open(address, { width: widths[0], dark: true, expected: /409/ })
  const itIsMe = page.getByRole('button', { name: 'Das bin ich' })
  await itIsMe.waitFor()
  await keepPicture(page, 'own-ride-phone')
  expect(await faultsEverywhere(page, 'the answer to an alarm')).toEqual([])
  await itIsMe.click()
  await page.getByText(/pausiert bis zur Ankunft und schaltet sich dann von selbst wieder ein/).waitFor()
  await keepPicture(page, 'own-ride-said-phone')
  await page.reload()
  await itIsMe.click()
  await page.getByText(/^Diesen Alarm haben Sie schon beantwortet/).waitFor()
  expect(complaints).toEqual([])
}

function addressIn(text: string | undefined): string {
  const address = /https?:\/\/\S+\/(?:tracking|alarm#)\S+/.exec(text ?? '')?.[0]
  if (address === undefined) throw new Error('the e-mail does not lead to the product')
  return address
}

test('log and account show an owner that e-mails come back, and the next e-mail shows whether that is over', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const { page, complaints } = await stories.enter(customer, '/tracking', { width: widths[1] })
  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })
  await openTab(page, 'Einstellungen')
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await openTab(page, 'Alarm')
  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor()
  const message = await product.mail.emailTo(customer.email, /Test-Alarm/)

  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bounce-'))
  const report = join(folder, 'report.eml')
  writeFileSync(report, exchangeBounce(message.envelope.dsn?.envid ?? ''))
  expect(await product.operate('mail', 'notifications', '--file', report)).toContain('kam zurück')
  rmSync(folder, { recursive: true })

  await page.reload()
  await openTab(page, 'Einstellungen')
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await openTab(page, 'Alarm')
  await alarm.getByRole('alert').getByText('E-Mails erreichen Sie nicht').waitFor()
  await alarm.getByText(/^E-Mail kam zurück \d/).waitFor()
  await alarm.getByRole('list', { name: 'Weg des Test-Alarms' }).getByText('Als unzustellbar zurückgekommen').waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await alarm.scrollIntoViewIfNeeded()
    await keepPicture(page, `alarms-returned-${width.name}`)
  }
  expect(await faultsEverywhere(page, 'e-mails that come back')).toEqual([])

  await alarm.getByRole('link', { name: 'E-Mail-Adresse im Konto prüfen' }).click()
  await page.getByRole('paragraph').filter({ hasText: 'E-Mails an diese Adresse kommen zurück' }).waitFor()
  await keepPicture(page, 'account-returned')
  expect(await faultsEverywhere(page, 'an address whose e-mails come back')).toEqual([])

  await page.getByRole('link', { name: 'Zum Test-Alarm beim Tracking' }).click()
  await openTab(page, 'Einstellungen')
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await openTab(page, 'Alarm')
  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor()
  await expect.poll(() => alarm.getByText('E-Mails erreichen Sie nicht').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a friend without an account becomes an emergency contact, and is left asleep once the owner has seen the alarm', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  const friend = `friend-of-${customer.email}`
  const { page, complaints } = await stories.enter(customer, '/tracking?tab=alarm', { width: widths[1] })
  const contacts = page.getByRole('region', { name: 'Notfallkontakte' })
  await contacts.getByRole('button', { name: 'Jemanden einladen' }).click()
  await contacts.getByLabel('E-Mail-Adresse').fill(friend)
  await contacts.getByRole('button', { name: 'Einladen', exact: true }).click()
  await contacts.getByText(/^Eingeladen .*, noch keine Zusage$/).waitFor()

  const invitation = await product.mail.emailTo(friend, /Notfallkontakt/)
  await page.goto(linkTo('emergency-contact', invitation.text))
  await page.getByText(`${customer.email} bittet Sie, Notfallkontakt für ein Fahrzeug`).waitFor()
  await keepPictures(page, 'emergency-invitation')
  expect(await faultsOf(page, 'an invitation of an emergency contact', 'light')).toEqual([])
  await page.getByRole('button', { name: 'Ich sage zu' }).click()
  await page.getByText(/^Sie sind Notfallkontakt für/).waitFor()

  const report = { id: customer.imei, alarm: 'powerCut' }
  await fetch(`http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams(report).toString()}`)
  const alarm = await product.mail.emailTo(customer.email, /Stromversorgung/)
  expect(alarm.text).toContain('benachrichtigen wir nacheinander Ihre Notfallkontakte')
  await page.goto(linkTo('alarm', alarm.text?.slice(alarm.text.indexOf('Ich habe es gesehen'))))
  await page.getByRole('heading', { name: /^Strom getrennt: / }).waitFor()
  await keepPictures(page, 'linked-alarm')
  expect(await faultsOf(page, 'an alarm by its link', 'dark')).toEqual([])
  await page.getByRole('button', { name: 'Ich habe es gesehen' }).click()
  await page.getByText('Niemand weiter wird benachrichtigt.').waitFor()

  await page.goto('/tracking?tab=alarm')
  await page.getByRole('list', { name: 'Notfallkontakte' }).getByText(`${friend}: nicht mehr nötig`).waitFor()
  await contacts.getByText(/^Zugesagt /).waitFor()
  await contacts.scrollIntoViewIfNeeded()
  await keepPictures(page, 'emergency-contacts')
  expect(complaints).toEqual([])
})

test('a call for help is answered from the e-mail, and reaches contacts only where the owner chose it', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  const friend = `help-of-${customer.email}`
  const { page, complaints } = await stories.enter(customer, '/tracking?tab=alarm', { width: widths[0] })
  const contacts = page.getByRole('region', { name: 'Notfallkontakte' })
  await contacts.getByRole('button', { name: 'Jemanden einladen' }).click()
  await contacts.getByLabel('E-Mail-Adresse').fill(friend)
  await contacts.getByRole('button', { name: 'Einladen', exact: true }).click()
  await contacts.getByText(/^Eingeladen .*, noch keine Zusage$/).waitFor()
  const wish = contacts.getByRole('checkbox', { name: /^Notfallkontakte auch bei Hilferuf, Sturz und Unfall/ })
  await expect.poll(() => wish.isChecked()).toBe(false)
  await wish.check()
  await expect.poll(() => wish.isChecked()).toBe(true)
  await contacts.scrollIntoViewIfNeeded()
  await keepPictures(page, 'emergency-contacts-help')
  expect(await faultsOf(page, 'emergency contacts for help', 'light')).toEqual([])

  const invitation = await product.mail.emailTo(friend, /Notfallkontakt/)
  await page.goto(linkTo('emergency-contact', invitation.text))
  await page.getByText(/oder wenn mit dem Gerät im Fahrzeug um Hilfe gerufen wird/).waitFor()
  await page.getByRole('button', { name: 'Ich sage zu' }).click()
  await page.getByText(/^Sie sind Notfallkontakt für/).waitFor()

  const report = { id: customer.imei, lat: '49.0069', lon: '8.4037', accuracy: '5', alarm: 'sos' }
  await fetch(`http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams(report).toString()}`)
  const alarm = await product.mail.emailTo(customer.email, /^Hilferuf: /)
  expect(alarm.text).toContain('benachrichtigen wir nacheinander Ihre Notfallkontakte')

  await page.goto('/tracking')
  const sheet = page.getByRole('alert').filter({ hasText: 'Brauchen Sie Hilfe?' })
  await sheet.waitFor()
  await page.getByRole('link', { name: '112 anrufen' }).waitFor()
  await keepPicture(page, 'now-help-phone')
  await page.goto('/dashboard')
  await page.getByRole('alert').filter({ hasText: 'Brauchen Sie Hilfe?' }).waitFor()
  await keepPicture(page, 'dashboard-help-phone')

  await page.goto(linkTo('alarm', alarm.text))
  await page.getByRole('heading', { name: /^Hilferuf: / }).waitFor()
  await page.getByText('Brauchen Sie Hilfe?', { exact: true }).waitFor()
  await keepPictures(page, 'linked-help')
  expect(await faultsOf(page, 'a call for help by its link', 'light')).toEqual([])
  await page.getByRole('button', { name: 'Nein, alles in Ordnung' }).click()
  await page.getByText(/^Sie haben geantwortet: alles in Ordnung/).waitFor()

  await page.goto('/tracking?tab=alarm')
  await page.getByRole('list', { name: 'Notfallkontakte' }).getByText(`${friend}: nicht mehr nötig`).waitFor()
  await page.getByText('Hilferuf', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

function linkTo(page: 'alarm' | 'emergency-contact', text: string | undefined): string {
  const address = new RegExp(`https?://\\S+/${page}#[\\w-]{43}`).exec(text ?? '')?.[0]
  if (address === undefined) throw new Error(`the e-mail has no link to ${page}`)
  return address
}

test('a test alarm is followed to its end even when each answer takes longer than the time between requests', async () => {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  const { page } = await stories.enter(customer, '/tracking?tab=alarm', { fakeClock: true })
  page.on('dialog', (dialog) => void dialog.accept())
  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })
  await alarm.getByText('Scharf', { exact: true }).waitFor()
  await page.route('**/api/alarms/*', async (route) => {
    const answer = await route.fetch()
    await page.clock.runFor(3_000)
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor()
})

test('push messages are switched on only by a click, tested, shown, and switched off; obstacles are explained; none stays after signing out', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, context } = await openAlarm(customer)
  await context.grantPermissions(['notifications'])
  const push = page.getByRole('region', { name: 'Push-Nachrichten', exact: true })
  await comeBack(page)
  await push.getByRole('button', { name: 'Push in diesem Browser einschalten' }).click()
  await push.getByText('Dieser Browser erhält Alarme als Push-Nachricht, solange Sie hier angemeldet sind.').waitFor()
  await expect.poll(() => page.evaluate('asked')).toBe(1)

  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })
  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  const hops = alarm.getByRole('list', { name: 'Weg des Test-Alarms' })
  await hops.getByText(/^An den Push-Dienst übergeben/).waitFor()
  // No push service answers at the address that this browser gives.
  await alarm.getByText('Der Push-Dienst hat die Nachricht noch nicht angenommen.').waitFor()
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

  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.poll(() => shown(page)).toEqual([])
})

/** Each is added to the ones before it. */
const obstacles = [
  [
    "Object.defineProperty(Notification, 'permission', { get: () => 'denied' }); 0",
    'Ihr Browser lässt keine Mitteilungen zu',
  ],
  ['delete window.PushManager; 0', 'Dieser Browser kann keine Push-Nachrichten empfangen'],
  ["Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' }); 0", 'Auf iPhone und iPad nur in der App'],
] as const

/** Opens the tracking screen of a customer whose device is to be guarded, in a browser with a fake push service. */
async function openAlarm(customer: Customer): Promise<Visit> {
  const visitor = await stories.enter(customer, '/tracking', { width: widths[1], browser: 'whole' })
  await visitor.page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await visitor.page.getByRole('checkbox', { name: /Ich willige ein/ }).click()
  await visitor.page.getByText(/Einwilligung erteilt am/).waitFor()
  await visitor.page.getByRole('button', { name: 'Tracking aktivieren' }).click()
  await visitor.page.getByText('Tracking ist aktiv').waitFor()
  await openTab(visitor.page, 'Alarm')
  await visitor.page.getByText('Scharf', { exact: true }).waitFor()
  await visitor.page.evaluate(madeUpPushService)
  return visitor
}

/** Chromium without its maker's keys has no push service: this script returns a subscription as if there were one. */
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

/** Returns to the page, as a user does from the browser's settings. */
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

test('an alarm leads to where the vehicle is; its owner says that it is them, or reports a theft with its positions', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const deviceId = await enableTracking(product, customer)
  const vehicle = product.operator.updateTable('devices').set({ vehicle_plate: 'KA-W 123' })
  await vehicle.where('id', '=', deviceId).execute()
  const [phone, desktop] = widths
  const { page, complaints } = await stories.enter(customer, '/tracking', { width: phone, dark: true })
  page.on('dialog', (dialog) => void dialog.accept())
  const sheet = page.getByRole('region', { name: 'Wie es um das Fahrzeug steht' })
  await page.getByText('Noch keine Position').first().waitFor()
  await keepPicture(page, 'now-nothing-phone')

  await signal(customer, 'tow', '49.0069', '8.4037')
  await sheet.getByText(/^Abschleppen gemeldet: .* Sind Sie das\?$/).waitFor()
  await sheet.getByText(/^1 Position seit/).waitFor()
  await sheet.getByText('KA-W 123').waitFor()
  await expect.poll(() => sheet.getByRole('link', { name: 'Nein: 110 anrufen' }).getAttribute('href')).toBe('tel:110')
  await page.getByRole('img', { name: /^Alarm \d/ }).waitFor()
  await standStill(page)
  await keepPicture(page, 'now-suspicion-phone')
  await expect.poll(() => isInViewport(sheet.getByRole('button', { name: 'Als gestohlen melden' }))).toBe(true)
  expect(await faultsEverywhere(page, 'suspicion on the tracking screen')).toEqual([])
  await signal(customer, null, '49.0129', '8.4137')
  await sheet.getByText(/^2 Positionen seit/).waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('track-shown').length > 0)
  await page.setViewportSize(phone)
  await standStill(page)
  await keepPicture(page, 'now-way-phone')
  await page.setViewportSize(desktop)
  await standStill(page)
  await keepPicture(page, 'now-suspicion-desktop')
  for (const tab of ['Alarm', 'Einstellungen'] as const) {
    await openTab(page, tab)
    await page.getByRole('img', { name: /^Letzte Position: / }).waitFor()
    await standStill(page)
    await keepPicture(page, `beside-map-${tab.toLowerCase()}`)
  }
  await openTab(page, 'Jetzt')
  await page.setViewportSize(phone)

  await sheet.getByRole('button', { name: 'Ja, ich bin es' }).click()
  await sheet.getByText('Alarm pausiert bis zur Ankunft').waitFor()
  await sheet.getByRole('button', { name: 'Alarm wieder einschalten' }).click()
  await sheet.getByText('Alarm scharf').waitFor()
  await expect.poll(() => isInViewport(sheet.getByRole('button', { name: 'Ich fahre' }))).toBe(true)
  await standStill(page)
  await keepPicture(page, 'now-phone')
  await page.setViewportSize(desktop)
  await standStill(page)
  await keepPicture(page, 'now-desktop')
  expect(await faultsEverywhere(page, 'a vehicle that is guarded')).toEqual([])
  await page.setViewportSize(phone)

  await signal(customer, 'tampering', '49.0149', '8.4187')
  const tampering = await product.mail.emailTo(customer.email, /^Alarm: .* meldet Manipulation/)
  await answerWithoutSigningIn(tampering.text)
  await page.reload()
  await sheet.getByText('Alarm pausiert bis zur Ankunft').waitFor()
  await sheet.getByRole('button', { name: 'Alarm wieder einschalten' }).click()
  await sheet.getByText('Alarm scharf').waitFor()

  await signal(customer, 'powercut', '49.0169', '8.4237')
  const message = await product.mail.emailTo(customer.email, /^Alarm: .* von der Stromversorgung getrennt/)
  await page.goto(addressIn(message.text))
  await page.getByRole('img', { name: /^Letzte Position: / }).waitFor()
  await sheet.getByRole('button', { name: 'Als gestohlen melden' }).click()
  await page.waitForURL(`**/fall/${deviceId}`)
  await page.getByRole('button', { name: 'Link für die Polizei' }).waitFor()
  await page.goto(`/tracking?device=${deviceId}`)
  await sheet.getByText('Als gestohlen gemeldet').waitFor()
  expect(complaints).toEqual([])
})

/** The tracker reports where it is, and perhaps raises an alarm itself. */
async function signal({ imei }: Customer, alarm: string | null, lat: string, lon: string): Promise<void> {
  const report = new URLSearchParams({
    id: imei,
    lat,
    lon,
    accuracy: '5',
    batt: '96',
    ...(alarm !== null && { alarm }),
  })
  await fetch(`http://127.0.0.1:${stories.product.trackerPort}/?${report.toString()}`)
}

function isInViewport(thing: Locator): Promise<boolean> {
  return thing.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}
