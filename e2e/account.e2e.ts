import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { becomeCustomer, type Customer } from './customers.ts'
import { letSecondsPass, letTimePassUntil, stopTime } from './page-time.ts'
import { shareStories } from './stories.ts'
import { linkIn } from '#server/testing/test-product.ts'
import { send } from '#server/testing/client.ts'

/* The account page and its dialogues (specification, sections 2, 5, 8 and 9). */

const stories = shareStories('customers')

async function openProfile(customer: Customer): Promise<Page> {
  const { page } = await stories.enter(customer, '/profile', { fakeClock: true })
  await page.getByRole('heading', { level: 1, name: 'Konto' }).waitFor()
  return page
}

test('the profile shows the address, since when the account exists, and what is verified', async () => {
  const customer = await becomeCustomer(stories.product)
  const page = await openProfile(customer)
  const main = page.getByRole('main')
  await main.getByText(customer.email).first().waitFor()
  await main.getByText('Mitglied seit').waitFor()
  await main.getByText('E-Mail-Adresse bestätigt').waitFor()
  await main.getByText('Kauf mit der IMEI eines Geräts bestätigt').waitFor()
  await main.getByText('Wird gerade benutzt').waitFor()
})

test('a picture of the vehicle is chosen, survives a reload, and is removed; a file that is not a picture is refused', async () => {
  const customer = await becomeCustomer(stories.product)
  const page = await openProfile(customer)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'bild.png', mimeType: 'image/png', buffer: Buffer.from('kein Bild') })
  await page.getByText('Das Bild wurde nicht gespeichert').waitFor()
  const photograph = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#5a74d8' } })
    .jpeg()
    .toBuffer()
  await file.setInputFiles({ name: 'motorrad.jpg', mimeType: 'image/jpeg', buffer: photograph })
  const picture = page.getByRole('img', { name: 'Ihr Fahrzeug' })
  await picture.waitFor()
  await page.reload()
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBe(640)
  await page.getByRole('button', { name: 'Bild entfernen' }).click()
  await picture.waitFor({ state: 'hidden' })
})

describe('changing the e-mail address', () => {
  test('shows mistakes, closes two seconds after success, and takes effect when the link is opened', async () => {
    const customer = await becomeCustomer(stories.product)
    const page = await openProfile(customer)
    await page.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
    const dialog = page.getByRole('dialog', { name: 'E-Mail-Adresse ändern' })
    const change = async (newEmail: string, password: string) => {
      await dialog.getByLabel('Neue E-Mail-Adresse').fill(newEmail)
      await dialog.getByLabel('Ihr Passwort', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
    }
    await change('keine adresse', '')
    await dialog.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor()
    await dialog.getByText('Passwort erforderlich').waitFor()
    await change(customer.email, customer.password)
    await dialog.getByText('Die neue E-Mail-Adresse ist identisch mit der aktuellen').waitFor()
    const newEmail = `neu-${customer.email}`
    await page.route('**/api/user/change-email', (route) => route.fulfill({ status: 418, body: '' }))
    await change(newEmail, customer.password)
    await dialog.getByText('Fehler beim E-Mail ändern').waitFor()
    await page.unroute('**/api/user/change-email')
    await stopTime(page)
    await change(newEmail, customer.password)
    await letTimePassUntil(page, dialog.getByText('Bestätigungslink verschickt'))
    await letSecondsPass(page, 1)
    await expect.poll(() => dialog.count()).toBe(1)
    await letSecondsPass(page, 2)
    await dialog.waitFor({ state: 'hidden' })
    await page.clock.resume()
    await page.getByText('Neue Adresse wartet auf Bestätigung').first().waitFor()

    const link = linkIn(await stories.product.mail.emailTo(newEmail))
    const elsewhere = (await stories.open(link.pathname + link.search)).page
    // Signed out, with everything verified: there is no further step, and none is offered.
    await elsewhere.getByRole('main').getByRole('link', { name: 'Anmelden' }).click()
    await elsewhere.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('email') === newEmail)
  })
})

test('„Das war ich nicht“ in the current mailbox ends an address change by somebody else, every session and the password', async () => {
  const customer = await becomeCustomer(stories.product)
  const intruder = await openProfile(customer)
  await intruder.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
  const dialog = intruder.getByRole('dialog', { name: 'E-Mail-Adresse ändern' })
  await dialog.getByLabel('Neue E-Mail-Adresse').fill(`fremd-${customer.email}`)
  await dialog.getByLabel('Ihr Passwort', { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
  await dialog.getByText('Bestätigungslink verschickt').waitFor()

  const link = linkIn(await stories.product.mail.emailTo(customer.email, /soll geändert werden/))
  const { page } = await stories.open(link.pathname + link.search)
  await page.getByRole('heading', { level: 1, name: 'Das war ich nicht' }).waitFor()
  await page.getByRole('button', { name: 'Alle aussperren' }).click()
  await page.getByText('Ihr Konto ist gesichert').waitFor()
  await intruder.reload()
  await intruder.waitForURL('**/login?*')

  const reset = linkIn(await stories.product.mail.emailTo(customer.email, /Neues Passwort/))
  expect(reset.pathname).toBe('/password-reset')

  // Opened again, the link says that it is done, and what to do next.
  await page.goto(link.pathname + link.search)
  await page.getByRole('button', { name: 'Alle aussperren' }).click()
  await page.getByText('Das ist schon geschehen').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Neues Passwort setzen' }).click()
  await page.waitForURL('**/password-reset')

  await page.goto(reset.pathname + reset.search)
  const set = async (password: string) => {
    await page.getByLabel('Neues Passwort', { exact: true }).fill(password)
    await page.getByLabel('Neues Passwort bestätigen', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
  }
  await set('passwort')
  await page.getByText('Dieses Passwort gehört zu den häufigsten').waitFor()
  await set('kurve-links-am-wehr')
  await page.getByText('Ihr Passwort ist geändert').waitFor()
})

describe('changing the password', () => {
  test('shows mistakes, closes two seconds after success, and ends the other sessions', async () => {
    const customer = await becomeCustomer(stories.product)
    const elsewhere = await send(stories.product.url, 'POST', '/api/auth/login', { body: customer })
    const token = /"token":"([^"]+)"/.exec(elsewhere.text)?.[1] ?? ''
    const page = await openProfile(customer)
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
    const dialog = page.getByRole('dialog', { name: 'Passwort ändern' })
    const change = async (current: string, next: string, again: string) => {
      await dialog.getByLabel('Aktuelles Passwort', { exact: true }).fill(current)
      await dialog.getByLabel('Neues Passwort', { exact: true }).fill(next)
      await dialog.getByLabel('Neues Passwort wiederholen', { exact: true }).fill(again)
      await dialog.getByRole('button', { name: 'Passwort ändern' }).click()
    }
    await change('', '12345', '12345')
    await dialog.getByText('Passwort muss mindestens 6 Zeichen lang sein').waitFor()
    await change(customer.password, '123456', '1234567')
    await dialog.getByRole('meter', { name: 'Passwortstärke' }).waitFor()
    await dialog.getByText('Passwortstärke: sehr schwach.').waitFor()
    await dialog.getByText('Die neuen Passwörter stimmen nicht überein').waitFor()
    await change(customer.password, '123456', '123456')
    await dialog.getByText('Dieses Passwort gehört zu den häufigsten').waitFor()
    await page.route('**/api/user/change-password', (route) => route.fulfill({ status: 418, body: '' }))
    await change(customer.password, 'neues-wort-1', 'neues-wort-1')
    await dialog.getByText('Fehler beim Passwort ändern').waitFor()
    await page.unroute('**/api/user/change-password')
    await change(customer.password, 'neues-wort-1', 'neues-wort-1')
    await dialog.getByText('Passwort geändert').waitFor()
    await letSecondsPass(page, 3)
    await dialog.waitFor({ state: 'hidden' })
    expect((await send(stories.product.url, 'GET', '/api/users/profile', { token })).status).toBe(401)
  })
})

test('all other sessions end with one button', async () => {
  const customer = await becomeCustomer(stories.product)
  for (let count = 0; count < 2; count += 1)
    await send(stories.product.url, 'POST', '/api/auth/login', { body: customer })
  const page = await openProfile(customer)
  const other = page.getByRole('listitem').filter({ hasText: 'Zuletzt benutzt' })
  await other.first().waitFor()
  await page.getByRole('button', { name: 'Alle anderen abmelden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alle anderen Browser abmelden?' })
  await dialog.getByText('2 Anmeldungen enden sofort.').waitFor()
  await dialog.getByRole('button', { name: 'Alle anderen abmelden' }).click()
  await other.first().waitFor({ state: 'hidden' })
  await page.getByText('Wird gerade benutzt').waitFor()
})

test('another session is ended from the list', async () => {
  const customer = await becomeCustomer(stories.product)
  await send(stories.product.url, 'POST', '/api/auth/login', { body: customer })
  const page = await openProfile(customer)
  const other = page.getByRole('listitem').filter({ hasText: 'Zuletzt benutzt' })
  await other.getByRole('button', { name: /Abmelden/ }).click()
  await other.waitFor({ state: 'hidden' })
})
