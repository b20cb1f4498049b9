import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, secondMs } from '#contract/base/time-units.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { keepPicture, keepPictures, widths } from './browser.ts'
import { becomeCustomer, type Customer, sell, signIn, tokenOf } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { letTimePassUntil, letTimePassWhile, stopTime } from './page-time.ts'
import { shareStories } from './stories.ts'
import { openTab } from './tracking-screen.ts'
import { send } from '#server/testing/client.ts'
import { linkIn } from '#server/testing/test-product.ts'

/* Devices and licences as their owner sees them (specification, sections 2, 5, 8 and 9). */

const stories = shareStories('customers')

test('on a wide window what can be pressed stays where it is when the states of the vehicles arrive late', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, null, { width: widths[1] })
  const arrival = Promise.withResolvers<void>()
  await page.route(`**${vehicles.states.path}`, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/devicesandlicenses')
  await page.getByText('Übersicht', { exact: true }).waitFor()
  const card = page.getByRole('article').first()
  const edit = card.getByRole('button', { name: /^Bearbeiten/ })
  await edit.waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const top = async () => (await edit.boundingBox())?.y
  const [before, words] = [await top(), await card.innerText()]
  arrival.resolve()
  await expect.poll(() => card.innerText()).not.toBe(words)
  await expect.poll(top).toBe(before)
})

async function openDevices(customer: Customer): Promise<Page> {
  const { page } = await stories.enter(customer, '/devicesandlicenses', { fakeClock: true })
  await page.getByRole('article').first().waitFor()
  return page
}

/** What is done once with a device is folded. */
async function pressInDetails(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  if (!(await button.isVisible())) await page.getByText('Details', { exact: true }).click()
  await button.click()
}

describe('a further device', () => {
  test('is added, with every mistake shown at its field; the dialogue closes after 1.5 s; then there is no place left', async () => {
    const customer = await becomeCustomer(stories.product)
    await sell(stories.product, ['357000000000011'])
    const page = await openDevices(customer)
    const open = page.getByRole('button', { name: 'Gerät hinzufügen' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Gerät hinzufügen' })
    const imei = dialog.getByLabel('IMEI', { exact: true })
    const submit = dialog.getByRole('button', { name: 'Gerät hinzufügen' })
    await submit.click()
    await dialog.getByText('Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein').waitFor()
    await imei.fill('35-7000 abc')
    await dialog.getByText('IMEI darf nur Ziffern enthalten').waitFor()
    await expect.poll(() => imei.inputValue()).toBe('357000')
    await imei.fill('1234567')
    await submit.click()
    await dialog.getByText('IMEI muss genau 15 Ziffern haben').waitFor()
    for (const [status, sentence] of [
      [400, 'Ungültige IMEI-Nummer oder Gerätedaten.'],
      [429, 'Zu viele Versuche. Bitte warten Sie eine Stunde und versuchen Sie es erneut.'],
    ] as const) {
      await page.route('**/api/devices/register-imei', (route) => route.fulfill({ status, body: '' }))
      await imei.fill('357000000000011')
      await submit.click()
      await dialog.getByText(sentence).waitFor()
      await page.unroute('**/api/devices/register-imei')
    }
    // While its call is under way the dialogue stays, however often the browser is told to close it, and says what came of it.
    const answer = Promise.withResolvers<void>()
    const isAsked = page.waitForRequest('**/api/devices/register-imei')
    await page.route('**/api/devices/register-imei', async (route) => {
      await answer.promise
      await route.fulfill({ status: 400, body: '' })
    })
    await imei.fill('357000000000011')
    await submit.click()
    await isAsked
    await expect.poll(() => submit.getAttribute('aria-busy')).toBe('true')
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape')
    await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
    answer.resolve()
    await dialog.getByText('Ungültige IMEI-Nummer oder Gerätedaten.').waitFor()
    await page.unroute('**/api/devices/register-imei')
    await imei.fill('357000-000000-011')
    await dialog.getByLabel('Gerätename').fill('Roadster 🏍️')
    await stopTime(page)
    await submit.click()
    await letTimePassUntil(page, dialog.getByText('Gerät hinzugefügt'))
    await page.clock.runFor(1000)
    await expect.poll(() => dialog.count()).toBe(1)
    await page.clock.runFor(1000)
    await dialog.waitFor({ state: 'hidden' })
    await page.clock.resume()
    await page.getByRole('heading', { name: 'Roadster 🏍️' }).waitFor()

    await expect.poll(() => open.getAttribute('aria-disabled')).toBe('true')
    await page.getByText('Alle 2 Geräteplätze sind belegt.').waitFor()
  })
})

test('several stand in the order that their owner gives them by keyboard, also where they are chosen', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const imei = '357000000000029'
  await sell(product, [imei])
  const body = { imei, deviceName: 'Roller' }
  const token = await tokenOf(product, customer)
  expect((await send(product.url, 'POST', '/api/devices/register-imei', { token, body })).status).toBe(201)
  const { page } = await stories.enter(customer, '/devicesandlicenses')
  const names = page.getByRole('article').getByRole('heading', { level: 3 })
  await expect.poll(() => names.allInnerTexts()).toEqual(['Wegwarte Spur', 'Roller'])

  await page.getByRole('button', { name: 'Reihenfolge ändern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reihenfolge ändern' })
  const down = dialog.getByRole('button', { name: 'Nach unten: Wegwarte Spur' })
  const box = await down.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await down.focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('status').getByText('Wegwarte Spur: Platz 2 von 2').waitFor()
  // The focus goes along, and there is no place further down.
  await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true)
  await expect.poll(() => down.getAttribute('aria-disabled')).toBe('true')
  await keepPicture(page, 'own-order')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => names.allInnerTexts()).toEqual(['Roller', 'Wegwarte Spur'])

  await page.goto('/tracking')
  const chips = page.getByRole('radiogroup', { name: 'Gerät auswählen' }).getByRole('radio')
  await expect.poll(() => chips.count()).toBe(2)
  await expect.poll(() => chips.first().isChecked()).toBe(true)
  await expect
    .poll(() => page.getByRole('radiogroup', { name: 'Gerät auswählen' }).innerText())
    .toMatch(/Roller[^]*Wegwarte Spur/)
})

describe('a device', () => {
  test('is edited: name and usage are required, the vehicle is one text, the notes have a counter', async () => {
    const customer = await becomeCustomer(stories.product)
    const page = await openDevices(customer)
    await page.getByRole('button', { name: /^Bearbeiten/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Gerät bearbeiten' })
    const save = dialog.getByRole('button', { name: 'Speichern' })
    await dialog.getByLabel('Gerätename').fill(' ')
    await save.click()
    await expect.poll(() => dialog.getByLabel('Gerätename').getAttribute('aria-invalid')).toBe('true')
    // One of the two is always chosen.
    await expect.poll(() => dialog.getByRole('radio', { checked: true }).count()).toBe(1)
    await dialog.getByLabel('Gerätename').fill('Enduro')
    await dialog.getByLabel('Fahrzeug').fill('BMW R 1250 GS')
    await dialog.getByLabel('Kennzeichen').fill('KA-W 23')
    await dialog.getByText('0 von 1000 Zeichen').waitFor()
    await dialog.getByLabel('Notizen').fill('Stromanschluss unter der Sitzbank')
    await dialog.getByText('33 von 1000 Zeichen').waitFor()

    for (const [status, sentence] of [
      [400, 'Ungültige Eingaben. Bitte überprüfen Sie Ihre Angaben.'],
      [403, 'Keine Berechtigung, dieses Gerät zu bearbeiten.'],
    ] as const) {
      await page.route('**/api/devices/*', (route) => route.fulfill({ status, body: '' }))
      await save.click()
      await dialog.getByText(sentence).waitFor()
      await page.unroute('**/api/devices/*')
    }
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await save.click()
    expect((await sent).postDataJSON()).toMatchObject({ vehicleBrand: 'BMW', vehicleModel: 'R 1250 GS' })
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Enduro' }).waitFor()
    await page.getByText('BMW R 1250 GS').waitFor()

    // What another browser changes meanwhile stays: nobody has touched it here.
    await page.getByRole('button', { name: /^Bearbeiten/ }).click()
    const path = new URL((await sent).url()).pathname
    const token = await tokenOf(stories.product, customer)
    let isReadAgain = false
    page.on('response', (response) => (isReadAgain ||= new URL(response.url()).pathname === '/api/devices'))
    const body = { deviceName: 'Enduro', usageType: 'MOTORRAD', vehiclePlate: 'KA-W 24' }
    expect((await send(stories.product.url, 'PUT', path, { token, body })).status).toBe(200)
    await stopTime(page)
    await letTimePassWhile(page, async () => !isReadAgain, secondMs)
    await page.clock.resume()
    await dialog.getByLabel('Gerätename').fill('Reise-Enduro')
    await save.click()
    await page.getByRole('heading', { name: 'Reise-Enduro' }).waitFor()
    await page.getByText('KA-W 24').waitFor()
  })

  test('whose clock shows the time of another zone says why its positions are discarded, and can be corrected', async () => {
    const { product } = stories
    const customer = await becomeCustomer(product)
    const { page, complaints } = await stories.enter(customer, '/tracking')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
    await page.getByRole('checkbox', { name: /Ich willige ein/ }).click()
    await page.getByText(/Einwilligung erteilt am/).waitFor()
    await page.getByRole('button', { name: 'Tracking aktivieren' }).click()
    await page.getByText('Tracking ist aktiv', { exact: true }).waitFor()
    const reportAhead = async () => {
      const timestamp = new Date(stories.product.clock.now().getTime() + 8 * hourMs).toISOString()
      const report = { id: customer.imei, lat: '49.0069', lon: '8.4037', timestamp }
      await fetch(`http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams(report).toString()}`)
    }

    await reportAhead()
    await page.reload()
    await openTab(page, 'Alarm')
    await page.getByText(/^Zuletzt gemeldet/).waitFor()
    await page.getByText('Positionen werden nicht gespeichert', { exact: true }).waitFor()
    await page.getByText(/^Die Uhr des Geräts geht 8 Stunden vor/).waitFor()
    await page.getByRole('region', { name: 'Diebstahlalarm', exact: true }).getByText('Ohne Ortung').waitFor()
    expect(await faultsEverywhere(page, 'the lost positions of a tracked device')).toEqual([])
    await keepPictures(page, 'lost-positions-tracking')
    await page.goto('/devicesandlicenses')
    const device = page.getByRole('article')
    await device.getByText(/^Die Uhr des Geräts geht 8 Stunden vor/).waitFor()
    expect(await faultsEverywhere(page, 'the lost positions of a device')).toEqual([])
    await keepPictures(page, 'lost-positions-device')

    await device.getByRole('button', { name: /^Um 8 Stunden berichtigen/ }).click()
    await page.getByText(/werden ab jetzt um 8 Stunden berichtigt/).waitFor()
    await expect.poll(() => device.getByText('Positionen werden nicht gespeichert').count()).toBe(0)
    // The button that was pressed is gone.
    await expect.poll(() => device.evaluate((region) => region === document.activeElement)).toBe(true)
    await reportAhead()
    await page.reload()
    await device.getByText('Details', { exact: true }).click()
    await device.getByText('vorhanden', { exact: true }).waitFor()
    await expect.poll(() => device.getByText('Positionen werden nicht gespeichert').count()).toBe(0)
    // States and facts stand beside each other, where there is room; what else can be done stands below them.
    const leftOf = async (name: RegExp) => (await device.getByRole('link', { name }).boundingBox())?.x
    await expect.poll(async () => (await leftOf(/^Personen/)) === (await leftOf(/^Aufkleber/))).toBe(true)

    // Who else drives it has to know: a sticker is printed alone, and its code leads to a page for everybody.
    await device.getByRole('link', { name: /^Aufkleber drucken/ }).click()
    const sticker = page.getByRole('region', { name: 'Der Aufkleber' })
    await sticker.getByRole('img', { name: 'QR-Code der Seite für alle, die das Fahrzeug fahren' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('button', { name: 'Drucken' }).waitFor({ state: 'hidden' })
    await sticker.getByText('Fahrzeug wird geortet', { exact: true }).waitFor()
    await page.emulateMedia({ media: null })
    await page.getByRole('link', { name: 'Die Seite ansehen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fahrzeug wird geortet' }).waitFor()
    await page.getByText('Positionen werden nach 14 Tagen gelöscht.').waitFor()
    expect(complaints).toEqual([])
  })

  test('is offered to its next owner by e-mail, and is theirs once they accept it', async () => {
    const [giver, receiver] = [await becomeCustomer(stories.product), await becomeCustomer(stories.product)]
    const page = await openDevices(giver)
    await pressInDetails(page, /^Übergeben/)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-Mail-Adresse des neuen Besitzers').fill(giver.email)
    await dialog.getByRole('button', { name: 'Angebot senden' }).click()
    await dialog.getByText('Das ist Ihre eigene E-Mail-Adresse.').waitFor()
    await dialog.getByLabel('E-Mail-Adresse des neuen Besitzers').fill('vertippt@example.org')
    await dialog.getByRole('button', { name: 'Angebot senden' }).click()
    await page.getByText(/^Das Angebot für .* ist unterwegs/).waitFor()
    await page.getByText('Angeboten an vertippt@example.org').waitFor()
    await keepPictures(page, 'devices-offered')

    await page.getByRole('button', { name: /^Angebot zurücknehmen/ }).click()
    await page.getByText(/^Das Angebot für .* gilt nicht mehr/).waitFor()
    await page.getByText('Angeboten an').waitFor({ state: 'detached' })
    await pressInDetails(page, /^Übergeben/)
    await dialog.getByLabel('E-Mail-Adresse des neuen Besitzers').fill(receiver.email)
    await dialog.getByRole('button', { name: 'Angebot senden' }).click()
    await page.getByText(`Angeboten an ${receiver.email}`).waitFor()

    const link = linkIn(await stories.product.mail.emailTo(receiver.email, /Gerät angeboten/))
    const other = (await stories.open(link.pathname + link.search)).page
    await other.getByRole('heading', { level: 1, name: 'Gerät annehmen' }).waitFor()
    await keepPictures(other, 'device-offer')
    await other.getByRole('button', { name: 'Gerät annehmen' }).click()
    await other.getByText('gehört jetzt zum Konto').waitFor()
    await other.getByRole('link', { name: 'Zu Geräte und Lizenzen' }).click()
    await signIn(other, receiver)
    await other.getByRole('article').nth(1).waitFor()
    await other.goto(link.pathname + link.search)
    await other.getByRole('button', { name: 'Gerät annehmen' }).click()
    await other.getByText('Dieses Angebot gilt nicht mehr').waitFor()
  })

  test('that cannot be removed says so in an alert; one that is removed leaves an empty list that says what to do next', async () => {
    const page = await openDevices(await becomeCustomer(stories.product))
    const remove = async () => {
      await pressInDetails(page, /^Entfernen/)
      await page.getByRole('dialog').getByRole('button', { name: 'Gerät entfernen' }).click()
    }
    await page.route('**/api/devices/*', (route) => route.fulfill({ status: 500, body: '' }))
    await remove()
    const alert = page.getByRole('alert').filter({ hasText: 'Das Gerät konnte nicht entfernt werden.' })
    await letTimePassUntil(page, alert)
    await page.unroute('**/api/devices/*')
    await remove()
    await page.getByText('Noch kein Gerät in Ihrem Konto').waitFor()
  })
})

describe('a licence', () => {
  test('is renewed in the shop of its type, with an emphasised link if it ends within 30 days', async () => {
    const customer = await becomeCustomer(stories.product)
    const page = await openDevices(customer)
    await page.getByText(/^1 gültig\./).click()
    const renewal = page.getByRole('link', { name: /Lizenz START im Shop verlängern/ })
    await expect.poll(() => renewal.getAttribute('href')).toBe('https://shop.example/start')
    const plain = await renewal.evaluate((link) => getComputedStyle(link).backgroundColor)
    await page.route('**/api/devices/licenses', async (route) => {
      const answer = await route.fetch()
      const inTenDays = new Date(stories.product.clock.now().getTime() + 10 * dayMs).toISOString()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/"expiresAt":"[^"]+"/, `"expiresAt":"${inTenDays}"`),
      })
    })
    await page.reload()
    await page.getByText(/^1 gültig\./).click()
    await page.getByText('Läuft bald ab').waitFor()
    await expect.poll(() => renewal.evaluate((link) => getComputedStyle(link).backgroundColor)).not.toBe(plain)
  })
})
