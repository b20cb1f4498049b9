import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { shareStories } from './stories.ts'
import { linkIn } from '#server/testing/test-product.ts'

/* Who else sees a vehicle than its owner. */

const stories = shareStories('customers')

test('somebody who is invited to drive a vehicle accepts, looks where it is and wants no messages, which its owner sees, and leaves', async () => {
  const [owner, driver] = [await becomeCustomer(stories.product), await becomeCustomer(stories.product)]
  const { page } = await stories.enter(owner, '/devicesandlicenses')
  await page.getByText('Details', { exact: true }).click()
  await page.getByRole('link', { name: /^Personen/ }).click()
  const card = page.getByRole('region', { name: /^Personen von/ })
  await card.getByText('Außer Ihnen sieht niemand dieses Fahrzeug.').waitFor()
  await card.getByRole('button', { name: 'Jemanden einladen' }).click()
  await card.getByLabel('Name').fill('Anna')
  await card.getByLabel('E-Mail-Adresse').fill(owner.email)
  await card.getByRole('radio', { name: /^Fahren/ }).check()
  await card.getByRole('button', { name: 'Einladen', exact: true }).click()
  await card.getByText('Das ist Ihre eigene Adresse').waitFor()
  await card.getByLabel('E-Mail-Adresse').fill(driver.email)
  await keepPictures(page, 'people-inviting')
  await card.getByRole('button', { name: 'Einladen', exact: true }).click()
  await card.getByText(/^Fahren, eingeladen .*, noch keine Zusage$/).waitFor()

  const link = linkIn(await stories.product.mail.emailTo(driver.email, /zu einem Fahrzeug eingeladen/))
  const other = (await stories.enter(driver, '/messages/wishes')).page
  await other.getByRole('checkbox', { name: 'Ruhezeit einhalten' }).waitFor()
  await goWithin(other, link.pathname + link.search)
  await other.getByRole('button', { name: 'Ich sage zu' }).click()
  await other.getByText(`von ${owner.email}`).waitFor()
  await other.goBack()
  const wishes = other.getByRole('region', { name: /, Fahrzeug eines anderen$/ })
  await wishes.waitFor()
  await other.goto('/people')
  await other.getByText(`von ${owner.email}, Fahren`).waitFor()
  await other.getByText('Der Alarm ist aus.').waitFor()
  await other.getByRole('button', { name: 'Wo ist es?' }).click()
  await other.getByText('Keine Position gespeichert.').waitFor()
  await other.getByText('Nachrichten wählen', { exact: true }).click()
  const noTheft = (way: string) => other.getByRole('checkbox', { name: `Bewegung und Diebstahl per ${way}` })
  const savedOf = (channel: string) =>
    other.waitForResponse((answer) => answer.ok() && answer.request().postDataJSON()?.channel === channel)
  // That another choice is saved leaves it said that one was not.
  const wishCalls = '**/api/messages/wishes/*'
  await other.route(wishCalls, (route) => route.abort())
  await noTheft('E-Mail').click()
  const unsaved = other.getByText('Das wurde nicht gespeichert.')
  await unsaved.waitFor()
  await other.unroute(wishCalls)
  const silenced = savedOf('PUSH')
  await other.getByRole('checkbox', { name: 'Funkstille per Push' }).uncheck()
  await silenced
  await keepPictures(other, 'people-wish-unsaved')
  await expect.poll(() => unsaved.count()).toBe(1)
  // Where they look: below what they chose.
  const below = other
    .getByRole('row')
    .filter({ has: noTheft('E-Mail') })
    .locator('xpath=following-sibling::tr[1]')
  await below.getByRole('alert').filter({ has: unsaved }).waitFor()
  // One right after the other: both are saved.
  const saved = ['EMAIL', 'PUSH'].map(savedOf)
  await noTheft('E-Mail').uncheck()
  await noTheft('Push').uncheck()
  await Promise.all(saved)
  await unsaved.waitFor({ state: 'detached' })
  await keepPictures(other, 'people-others')
  await other.goto('/dashboard')
  const shared = other.getByRole('region', { name: 'Fahrzeuge anderer' })
  await shared.getByText('Der Alarm ist aus.').waitFor()
  await keepPictures(other, 'people-dashboard')
  await shared.getByRole('link', { name: 'Ansehen' }).click()
  await other.getByText(`von ${owner.email}, Fahren`).waitFor()

  await page.reload()
  await card.getByText('Bekommt bei Diebstahl keine Nachricht.', { exact: true }).waitFor()
  await keepPictures(page, 'people-untold')
  await page.goto('/profile/security')
  await page.getByText('Eingeladene Person hat angesehen, wo das Fahrzeug ist').waitFor()

  await other.getByText('Nachrichten wählen', { exact: true }).click()
  await other.getByRole('link', { name: 'Push in diesem Browser' }).click()
  await wishes.waitFor()
  const panel = other.getByRole('region', { name: 'Push in diesem Browser' })
  await expect.poll(() => panel.evaluate((region) => region.getBoundingClientRect().top < innerHeight)).toBe(true)
  await keepPictures(other, 'people-push')
  await other.goBack()
  await other.getByRole('button', { name: 'Verlassen' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Verlassen' }).click()
  await other.getByText('Niemand hat Sie zu einem Fahrzeug eingeladen.').waitFor()
  await other.goForward()
  await other.getByRole('checkbox', { name: 'Ruhezeit einhalten' }).waitFor()
  await wishes.waitFor({ state: 'detached' })
  await other.goto(link.pathname + link.search)
  await other.getByRole('button', { name: 'Ich sage zu' }).click()
  await other.getByText('Diese Einladung gilt nicht oder nicht mehr.').waitFor()
})

/** As a link in the app leads there: without loading the page again. */
function goWithin(page: Page, to: string) {
  return page.evaluate((address) => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, to)
}
