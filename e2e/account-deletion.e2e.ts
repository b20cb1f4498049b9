import { expect, test } from 'vitest'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'
import { linkIn } from '#server/testing/test-product.ts'

/* The end of an account, and the second thoughts about it. */

const stories = shareStories('customers')

test('an account is to be deleted after an e-mail is confirmed, says so on every screen, and is kept at a press', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, '/profile/data')
  const card = page.getByRole('region', { name: 'Konto löschen' })
  await card.getByText('1 Gerät mit Fahrzeug und Einstellungen').waitFor()
  await card.getByText(/Mit ihrem Schlüssel gelten sie/).waitFor()
  await keepPicture(page, 'account-deletion-card')
  await card.getByRole('button', { name: 'Löschung verlangen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschung verlangen' }).click()
  await card.getByText('E-Mail unterwegs').waitFor()

  const link = linkIn(await stories.product.mail.emailTo(customer.email, /bestätigen Sie die Löschung/))
  await page.goto(`${link.pathname}${link.search}`)
  await keepPicture(page, 'account-deletion-confirm')
  // Opening the page alone, as a mail scanner does, confirms nothing.
  await page.getByRole('main').getByRole('button', { name: 'Löschung bestätigen' }).click()
  await page.getByText('Die Löschung ist bestätigt').waitFor()
  const banner = page.getByRole('region', { name: 'Ihr Konto wird gelöscht' })
  await banner.waitFor()
  await page.goto('/dashboard')
  await banner.getByText(/Ihr Konto wird am .* gelöscht/).waitFor()
  await keepPicture(page, 'account-deletion-banner')
  await banner.getByRole('button', { name: 'Doch behalten' }).click()
  await page.getByText('Ihr Konto bleibt. Die Löschung ist abgesagt.').waitFor()
  await banner.waitFor({ state: 'hidden' })
  expect(
    (
      await send(stories.product.url, 'POST', '/api/account-deletion/confirm', {
        body: { token: link.searchParams.get('token'), acceptsTheftLoss: false },
      })
    ).code,
  ).toBe('DELETION_OVER')
})

test('an account is kept on a phone by the link in the e-mail, without signing in; an unknown link is answered clearly', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, '/profile/data', { width: widths[0] })
  const card = page.getByRole('region', { name: 'Konto löschen' })
  await card.getByRole('button', { name: 'Löschung verlangen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschung verlangen' }).click()
  const link = linkIn(await stories.product.mail.emailTo(customer.email, /bestätigen Sie die Löschung/))
  await page.goto(`${link.pathname}${link.search}`)
  await page.getByRole('main').getByRole('button', { name: 'Löschung bestätigen' }).click()
  await page.getByText('Die Löschung ist bestätigt').waitFor()
  await page.goto('/profile/data')
  await card.getByText('Bis dahin läuft alles weiter.').waitFor()
  await keepPicture(page, 'account-deletion-grace-phone')

  const keepLink = linkIn(await stories.product.mail.emailTo(customer.email, /wird in 14 Tagen gelöscht/))
  const { page: elsewhere } = await stories.open(`${keepLink.pathname}?token=${'A'.repeat(43)}`)
  await elsewhere.getByRole('button', { name: 'Doch behalten' }).click()
  await elsewhere.getByText('Dieser Link ist uns nicht bekannt').waitFor()
  await elsewhere.goto(`${keepLink.pathname}${keepLink.search}`)
  await elsewhere.getByRole('button', { name: 'Doch behalten' }).click()
  await elsewhere.getByText('Die Löschung ist abgesagt.').waitFor()
})
