import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settle } from './at-rest.ts'
import { keepPictures } from './browser.ts'
import { becomeCustomer, type Customer, sell } from './customers.ts'
import { stopTime } from './page-time.ts'
import { shareStories } from './stories.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { linkIn } from '#server/testing/test-product.ts'

/* From a tracker in its box to a vehicle that is guarded. */

const stories = shareStories('customers')

/** The tracker reports over its own port, with or without a place. */
async function reportAs({ imei }: Pick<Customer, 'imei'>, said: Record<string, string>): Promise<void> {
  const { product } = stories
  const timestamp = String(Math.floor(product.clock.now().getTime() / 1000))
  const query = new URLSearchParams({ id: imei, timestamp, ...said })
  const { status } = await fetch(`http://127.0.0.1:${product.trackerPort}/?${query.toString()}`)
  expect(status).toBe(200)
}
const place = { lat: '49.0069', lon: '8.4037', accuracy: '5' }
const isFocused = (shown: Locator) => shown.evaluate((element) => element === document.activeElement)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a tracker without tracking is seen within two seconds: first without a place, then with its battery', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, complaints } = await stories.enter(customer, '/devicesandlicenses')
  await page.getByRole('link', { name: 'Jetzt einrichten' }).click()
  await heading(page, 'Was fahren Sie?').waitFor()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByText('Wir warten auf das erste Zeichen …').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Weiter', exact: true }).count()).toBe(0)
  await keepPictures(page, 'set-up-tracker-waiting')

  const shownWithin = async (words: string | RegExp) => {
    const since = performance.now()
    await page.getByText(words).waitFor()
    expect(performance.now() - since).toBeLessThan(2_000)
  }
  await reportAs(customer, { batt: '91' })
  await shownWithin(/^Er meldet sich, sieht aber noch keinen Satelliten\./)
  await keepPictures(page, 'set-up-tracker-without-place')
  await reportAs(customer, { ...place, batt: '91' })
  await shownWithin('Da ist er. Akku 91 %, Empfang gut.')
  await keepPictures(page, 'set-up-tracker-there')
  await page.getByRole('link', { name: 'Weiter', exact: true }).click()
  await heading(page, 'Wobei hilft er Ihnen?').waitFor()
  expect(complaints).toEqual([])
})

test('after five minutes of silence it says what to check, and one goes on without a tracker', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, '/einrichten/tracker', { fakeClock: true, dark: true })
  await page.getByText('Wir warten auf das erste Zeichen …').waitFor()
  await stopTime(page)
  await page.clock.runFor(5 * minuteMs)
  await page.getByText('Seit 5 Minuten nichts gehört.').waitFor()
  await page.getByText('Drei Dinge prüfen').click()
  await page.getByText(/Leuchtet das Gerät\?/).waitFor()
  await keepPictures(page, 'set-up-tracker-late')
  // The next step is drawn bit by bit, which takes time.
  await page.clock.resume()
  await page.getByRole('link', { name: 'Ohne Tracker weiter' }).click()
  await heading(page, 'Wobei hilft er Ihnen?').waitFor()
})

test('the whole set-up is resumed where it stopped, and ends with a vehicle that is guarded', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const visitor = await stories.enter(customer, '/dashboard')
  const { page, complaints } = visitor
  await page.getByRole('list', { name: 'Einrichten' }).getByRole('link', { name: 'Tracker anschließen' }).click()
  await heading(page, 'Was fahren Sie?').waitFor()
  await page.getByLabel('Kennzeichen').fill('KA-W 900')
  await page.getByLabel('Name', { exact: true }).fill('Tiger 900')
  await keepPictures(page, 'set-up-vehicle')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await heading(page, 'Tracker anschließen').waitFor()
  expect(new URL(page.url()).pathname).toBe('/einrichten/tracker')

  await page.getByRole('link', { name: 'Später' }).click()
  await reportAs(customer, { ...place, batt: '91' })
  await page.getByRole('link', { name: 'Tracking einschalten' }).click()
  await heading(page, 'Wobei hilft er Ihnen?').waitFor()
  await page.getByRole('button', { name: 'Alarm einschalten' }).click()
  await page.getByText('Es fehlt noch Ihre Einwilligung.').waitFor()
  await page.getByText('Wortlaut').click()
  await page.getByText(/Ich kann jederzeit widerrufen/).waitFor()
  await page.getByText('Wortlaut').click()
  await page.getByRole('checkbox', { name: /Diebstahlalarm: Ich willige ein/ }).check()
  await keepPictures(page, 'set-up-purposes')
  const said = page.waitForEvent('dialog')
  const enabling = page.getByRole('button', { name: 'Alarm einschalten' }).click()
  const dialog = await said
  expect(dialog.message()).toBe('Tracking wurde erfolgreich aktiviert')
  await dialog.accept()
  await enabling
  await heading(page, 'Wen wecken wir?').waitFor()
  await settle(visitor)
  await keepPictures(page, 'set-up-receivers')
  await page.getByRole('button', { name: 'Probealarm senden' }).click()
  await heading(page, 'Probealarm').waitFor()
  await page.getByText('Ist sie da?').waitFor()
  await product.mail.emailTo(customer.email, /Test-Alarm/)
  await keepPictures(page, 'set-up-test')
  await page.getByRole('button', { name: 'Nein, noch nicht' }).click()
  await page.getByText('Sehen Sie auch im Spam-Ordner nach.').waitFor()
  await page.getByRole('link', { name: 'Adresse ändern' }).waitFor()
  await keepPictures(page, 'set-up-test-no')
  // What was answered is not asked again, also after a reload, and when the set-up is begun again.
  for (const address of [page.url(), '/einrichten']) {
    await page.goto(address)
    await page.getByText('Sehen Sie auch im Spam-Ordner nach.').waitFor()
    await page.getByRole('link', { name: 'Adresse ändern' }).waitFor()
    await expect.poll(() => page.getByText('Ist sie da?').count()).toBe(0)
  }
  await page.getByRole('button', { name: 'Noch einmal senden' }).click()
  await page.getByText('Ist sie da?').waitFor()
  await page.getByRole('button', { name: 'Ja', exact: true }).click()
  await heading(page, 'Fertig. Ihre Tiger 900 wird bewacht.').waitFor()
  await expect.poll(() => isFocused(heading(page, 'Fertig. Ihre Tiger 900 wird bewacht.'))).toBe(true)
  await keepPictures(page, 'set-up-done')
  await page.goto('/einrichten')
  await heading(page, 'Fertig. Ihre Tiger 900 wird bewacht.').waitFor()
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await expect.poll(() => page.getByRole('list', { name: 'Einrichten' }).count()).toBe(0)
  expect(complaints).toEqual([])

  // Days later a mail server sends it back.
  const tests = product.operator
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.device_id')
    .select('alarms.id')
    .where('imei', '=', customer.imei)
  await product.operator.updateTable('messages').set({ state: 'BOUNCED' }).where('alarm_id', 'in', tests).execute()
  await page.goto('/einrichten')
  await heading(page, 'Probealarm').waitFor()
  await page.getByText('Die E-Mail kam nicht an. Stimmt die Adresse?').waitFor()
  await page.getByRole('link', { name: 'Adresse ändern' }).waitFor()
})

test('a vehicle that is not tracked is not called guarded, and one that is not known is not another', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, complaints } = await stories.enter(customer, '/einrichten/wecken')
  await page.getByText('Wegwarte Spur').waitFor()
  await page.getByRole('button', { name: 'Probealarm senden' }).click()
  await page.getByText('Ist sie da?').waitFor()
  // Without another test, too, there is a way on.
  await page.getByRole('link', { name: 'Zurück' }).click()
  await page.getByRole('link', { name: 'Weiter', exact: true }).click()
  await page.getByText('Ist sie da?').waitFor()
  await page.getByRole('button', { name: 'Ja', exact: true }).click()
  const end = heading(page, 'Fast fertig: Das Tracking ist aus.')
  await end.waitFor()
  await expect.poll(() => isFocused(end)).toBe(true)
  await keepPictures(page, 'set-up-not-tracked')
  await page.getByRole('link', { name: 'Tracking einschalten' }).click()
  await heading(page, 'Wobei hilft er Ihnen?').waitFor()

  await page.goto('/einrichten?device=sold')
  await page.getByRole('heading', { name: 'Gerät nicht gefunden' }).waitFor()
  await page.getByRole('link', { name: 'Zu Ihren Geräten' }).waitFor()
  await keepPictures(page, 'set-up-unknown')
  expect(complaints).toEqual([])
})

/** What a newcomer goes through: the addresses, the taps, and the words of each screen and state, once. */
function countTheWay(page: Page) {
  const addresses = new Set<string>()
  const words = new Map<string, number>()
  let taps = 0
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (frame === page.mainFrame()) addresses.add(pathname.replace('/verify-email', '/email-verification'))
  })
  page.on('dialog', (dialog) => {
    taps += 1
    void dialog.accept()
  })
  return {
    addresses,
    words,
    taps: () => taps,
    async tap(what: Locator): Promise<void> {
      taps += 1
      await what.click()
    },
    /** Once the screen is as it stays. */
    async read(screen: string): Promise<void> {
      const shown = await page.locator('main').innerText()
      words.set(screen, shown.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length)
    },
  }
}

test('from registering to a vehicle that is guarded: eight addresses, one password, no sign-in', async () => {
  const { product } = stories
  const imei = String(356_000_000_000_000 + randomInt(10 ** 11))
  const [email, password] = [`neu${imei}@example.org`, 'sehr-geheim-23']
  await sell(product, [imei])
  const visitor = await stories.open('/register')
  const { page, complaints } = visitor
  const { addresses, words, taps, tap, read } = countTheWay(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  addresses.add(new URL(page.url()).pathname)

  await read('register')
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByLabel('Passwort bestätigen', { exact: true }).fill(password)
  await tap(button('Konto anlegen'))
  await heading(page, 'Registrierung erfolgreich').waitFor()
  await read('registered')
  await page.waitForURL((url) => url.pathname === '/email-verification')
  await heading(page, 'E-Mail bestätigen').waitFor()
  await read('waiting for the e-mail')

  const link = linkIn(await product.mail.emailTo(email))
  await page.goto(link.pathname + link.search)
  await heading(page, 'E-Mail-Adresse bestätigt').waitFor()
  await read('e-mail confirmed')
  await page.waitForURL((url) => url.pathname === '/imei-verification')
  await heading(page, 'Sind Sie es?').waitFor()
  await read('same browser')
  await keepPictures(page, 'set-up-same-browser')
  await tap(button('Ja, mein Passwort gilt'))
  await heading(page, 'IMEI bestätigen').waitFor()
  await read('imei')
  await page.getByLabel('IMEI', { exact: true }).fill(imei)
  await tap(button('IMEI bestätigen'))
  await heading(page, 'Gerät bestätigt').waitFor()
  await read('device confirmed')

  await page.waitForURL((url) => url.pathname === '/einrichten')
  await heading(page, 'Was fahren Sie?').waitFor()
  await page.getByLabel('Kennzeichen').fill('KA-W 900')
  await page.getByLabel('Name', { exact: true }).fill('Tiger 900')
  await read('1 vehicle')
  await tap(button('Weiter'))
  await page.getByText('Wir warten auf das erste Zeichen …').waitFor()
  await read('2 tracker')
  await reportAs({ imei }, { ...place, batt: '91' })
  await page.getByText('Da ist er. Akku 91 %, Empfang gut.').waitFor()
  await read('2 tracker there')
  await tap(page.getByRole('link', { name: 'Weiter', exact: true }))
  await heading(page, 'Wobei hilft er Ihnen?').waitFor()
  await read('3 purposes')
  await tap(page.getByRole('checkbox', { name: /Diebstahlalarm: Ich willige ein/ }))
  await tap(button('Alarm einschalten'))
  await heading(page, 'Wen wecken wir?').waitFor()
  await settle(visitor)
  await read('4 receivers')
  await tap(button('Probealarm senden'))
  await page.getByText('Ist sie da?').waitFor()
  await read('5 test')
  await product.mail.emailTo(email, /Test-Alarm/)
  await tap(button('Ja'))
  await heading(page, 'Fertig. Ihre Tiger 900 wird bewacht.').waitFor()
  await read('done')

  expect([...addresses]).toEqual([
    '/register',
    '/email-verification',
    '/imei-verification',
    '/einrichten',
    '/einrichten/tracker',
    '/einrichten/zweck',
    '/einrichten/wecken',
    '/einrichten/probealarm',
  ])
  expect(taps()).toBeLessThanOrEqual(13)
  const total = [...words.values()].reduce((sum, count) => sum + count, 0)
  expect(total, JSON.stringify(Object.fromEntries(words))).toBeLessThanOrEqual(600)
  const tooLong = [...words].filter(([screen, count]) => /^\d/.test(screen) && count > 40)
  expect(tooLong).toEqual([])
  expect(complaints).toEqual([])
})
