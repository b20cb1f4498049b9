import { test } from 'vitest'
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
  const other = (await stories.enter(driver, link.pathname + link.search)).page
  await other.getByRole('button', { name: 'Ich sage zu' }).click()
  await other.getByText(`von ${owner.email}`).waitFor()
  await other.getByRole('link', { name: 'Zu den Fahrzeugen anderer' }).click()
  await other.getByText(`von ${owner.email}, Fahren`).waitFor()
  await other.getByText('Der Alarm ist aus.').waitFor()
  await other.getByRole('button', { name: 'Wo ist es?' }).click()
  await other.getByText('Keine Position gespeichert.').waitFor()
  await other.getByText('Nachrichten wählen', { exact: true }).click()
  const noTheft = (way: string) => other.getByRole('checkbox', { name: `Bewegung und Diebstahl per ${way}` })
  // One right after the other: both are saved.
  const saved = ['EMAIL', 'PUSH'].map((channel) =>
    other.waitForResponse((answer) => answer.ok() && answer.request().postDataJSON()?.channel === channel),
  )
  await noTheft('E-Mail').uncheck()
  await noTheft('Push').uncheck()
  await Promise.all(saved)
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

  await other.getByRole('button', { name: 'Verlassen' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Verlassen' }).click()
  await other.getByText('Niemand hat Sie zu einem Fahrzeug eingeladen.').waitFor()
  await other.goto(link.pathname + link.search)
  await other.getByRole('button', { name: 'Ich sage zu' }).click()
  await other.getByText('Diese Einladung gilt nicht oder nicht mehr.').waitFor()
})
