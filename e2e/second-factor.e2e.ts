import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer, type Customer } from './customers.ts'
import { shareStories } from './stories.ts'
import { codeOf } from '#server/features/second-factor/testing/authenticator.ts'

/* Proving once more who one is, and the second factor. */

const stories = shareStories('customers')

const card = (page: Page) => page.getByRole('region', { name: 'Anmeldung in zwei Schritten' })
const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Sind Sie es?' })

/** As if the sign-in had been hours ago. */
async function letConfirmationEnd({ email }: Customer): Promise<void> {
  const { operator } = stories.product
  await operator
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('user_id', 'in', operator.selectFrom('users').select('id').where('email', '=', email))
    .execute()
}

test('the second factor is switched on after the password, and a sign-in then needs a code; a recovery code opens it, too', async () => {
  const customer = await becomeCustomer(stories.product)
  // The present code and the next one: on its way a code may become the one before, which is still accepted.
  const code = (secret: string, later: 0 | 1) => codeOf(secret, later, stories.product.clock.now())
  const { page } = await stories.enter(customer, '/profile/security')
  await card(page).getByText('Aus', { exact: true }).waitFor()

  await letConfirmationEnd(customer)
  await card(page).getByRole('button', { name: 'Einschalten' }).click()
  await stepUp(page).getByLabel('Ihr Passwort', { exact: true }).waitFor()
  await keepPictures(page, 'step-up')
  await page.keyboard.press('Escape')
  await card(page)
    .getByText(/Bitte bestätigen Sie zuerst, dass Sie es sind/)
    .waitFor()

  await card(page).getByRole('button', { name: 'Einschalten' }).click()
  await stepUp(page).getByLabel('Ihr Passwort', { exact: true }).fill('falsch')
  await stepUp(page).getByRole('button', { name: 'Bestätigen' }).click()
  await stepUp(page).getByText('Das aktuelle Passwort ist falsch.').waitFor()
  await stepUp(page).getByLabel('Ihr Passwort', { exact: true }).fill(customer.password)
  await stepUp(page).getByRole('button', { name: 'Bestätigen' }).click()

  const setup = page.getByRole('dialog', { name: 'App verbinden' })
  await setup.getByRole('img', { name: 'QR-Code für Ihre Authenticator-App' }).waitFor()
  await stepUp(page).waitFor({ state: 'hidden' })
  await keepPictures(page, 'second-factor-setup')
  const shownSecret = setup.getByRole('group', { name: /Geheimnis/ }).locator('code')
  const secret = (await shownSecret.innerText()).replaceAll(' ', '')
  await setup.getByLabel('Code aus der App').fill('000000')
  await setup.getByRole('button', { name: 'Einschalten' }).click()
  await setup.getByText(/Dieser Code ist falsch/).waitFor()
  await setup.getByLabel('Code aus der App').fill(code(secret, 0))
  await setup.getByRole('button', { name: 'Einschalten' }).click()

  const codes = page.getByRole('dialog', { name: 'Ihre Ersatzcodes' })
  const recoveryCode = await codes.getByRole('listitem').first().innerText()
  await setup.waitFor({ state: 'hidden' })
  await keepPictures(page, 'second-factor-codes')
  const downloading = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await downloading).suggestedFilename()).toBe('wegwarte-ersatzcodes.txt')
  await codes.getByRole('button', { name: 'Ich habe sie aufgehoben' }).click()
  await codes.waitFor({ state: 'hidden' })
  await card(page)
    .getByText(/10 Ersatzcodes übrig/)
    .waitFor()
  await keepPictures(page, 'second-factor-on')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?redirect=/profile/security')
  const signIn = async (typed: string) => {
    await page.getByLabel('Code', { exact: true }).fill(typed)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  }
  await page.getByLabel('E-Mail-Adresse').fill(customer.email)
  await page.getByLabel('Passwort', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
  await keepPictures(page, 'second-factor-login')
  await signIn('000000')
  await page.getByText(/Dieser Code ist falsch/).waitFor()
  await signIn(recoveryCode.toLowerCase())
  await page.waitForURL((url) => url.pathname === '/profile/security')
  await card(page)
    .getByText(/9 Ersatzcodes übrig/)
    .waitFor()

  await letConfirmationEnd(customer)
  await card(page).getByRole('button', { name: 'Ausschalten' }).click()
  const asking = page.getByRole('dialog', { name: 'Anmeldung in zwei Schritten ausschalten?' })
  await asking.getByRole('button', { name: 'Ausschalten' }).click()
  await stepUp(page).getByLabel('Code', { exact: true }).fill(code(secret, 1))
  await keepPictures(page, 'step-up-code')
  await stepUp(page).getByRole('button', { name: 'Bestätigen' }).click()
  await card(page).getByText('Aus', { exact: true }).waitFor()
})
