import { expect, test } from 'vitest'
import { becomeCustomer } from './customers.ts'
import { shareStories } from './stories.ts'

/* How users set what they are warned of (specification, sections 2 and 3; the content is ours). */

const stories = shareStories('customers')

test('changes are saved, kept as a copy in the browser, and reset', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, '/poi-configuration')
  const cameras = page.getByRole('switch', { name: 'Mobile Blitzer: Warnungen' })
  await cameras.waitFor()
  await page.getByText('Blitzer: nur für die Planung vor der Fahrt').waitFor()
  await expect.poll(() => cameras.isChecked()).toBe(false)
  await cameras.check({ force: true })
  await page.getByText('Ungespeicherte Änderungen').first().waitFor()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page
    .getByText(/Gespeichert um \d\d:\d\d Uhr/)
    .first()
    .waitFor()
  await page.reload()
  await expect.poll(() => cameras.isChecked()).toBe(true)
  await page.getByText('Stand', { exact: true }).waitFor()

  await page.route('**/api/user/*/settings', (route) => route.abort())
  await page.reload()
  await page.getByText('Keine Verbindung: Sie sehen Ihre letzte Kopie').waitFor()
  await expect.poll(() => cameras.isChecked()).toBe(true)
  await page.unroute('**/api/user/*/settings')
  await page.reload()

  await page.getByRole('button', { name: 'Zurücksetzen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Zurücksetzen' }).click()
  await expect.poll(() => cameras.isChecked()).toBe(false)
})
