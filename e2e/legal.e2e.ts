import { expect, test } from 'vitest'
import { widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { shareStories } from './stories.ts'
import { worlds } from './worlds.ts'
import { browserRecords } from '#contract/base/browser-storage.ts'
import { basisInWords } from '#server/db/schema/data-records.ts'
import { registers } from '#server/registers.ts'

const stories = shareStories('customers')

test.each(widths)('contracts are ended by two links that everybody sees at once, on a $name', async (width) => {
  const { page } = await stories.open('/barrierefreiheit', { width })
  const footer = page.getByRole('contentinfo')
  for (const [name, url] of [
    ['Verträge hier kündigen', worlds.customers.settings.SHOP_URL_CANCEL],
    ['Vertrag widerrufen', worlds.customers.settings.SHOP_URL_WITHDRAWAL],
  ] as const) {
    const link = footer.getByRole('link', { name, exact: true })
    await link.waitFor()
    await expect.poll(() => link.getAttribute('href')).toBe(url)
    await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  }
  await footer.getByRole('link', { name: 'Datenschutz', exact: true }).click()
  await page.getByRole('link', { name: '„Meine Daten“' }).click()
  await page.waitForURL('**/login?redirect=%2Fprofile%2Fdata')
})

test('a visitor reads all that is stored, and asks again where it did not arrive', async () => {
  const { page, complaints } = await stories.open('/impressum', { expected: /500/ })
  await page.route('**/api/privacy', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz', exact: true }).click()
  await page.getByText('Diese Liste kam nicht an.').waitFor()
  await page.unroute('**/api/privacy')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  for (const { about } of registers) {
    if (about === null) continue
    const item = page.getByRole('listitem').filter({ hasText: `${about.title}: ${about.what}` })
    await item.getByText(`Wozu: ${about.purpose}. Rechtsgrundlage: ${basisInWords(about.basis)}. `).waitFor()
    await expect.poll(() => item.textContent()).toContain(about.kept)
  }
  expect(complaints).toEqual([])
})

test('whoever finds a vulnerability finds the contact, and the licences of all software', async () => {
  const { page } = await stories.open('/impressum')
  await page.getByRole('link', { name: 'die Lizenzen im Wortlaut' }).waitFor()
  await page.getByRole('link', { name: 'security.txt' }).click()
  await page.getByText(/^Contact: mailto:\S+\nExpires: \d{4}-/).waitFor()
})

test('a browser keeps nothing that the privacy page does not name', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, context } = await stories.enter(customer, '/dashboard')
  for (const path of ['/pois', '/tracking', '/poi-configuration', '/datenschutz']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click()
  await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor()
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  const named = browserRecords.flatMap(({ keys }) => keys)
  const isNamed = (key: string) => named.some((name) => (name.endsWith('.') ? key.startsWith(name) : key === name))
  expect(kept).toContain('wegwarte.token')
  expect(kept.filter((key) => !isNamed(key))).toEqual([])
  await expect.poll(() => context.cookies()).toEqual([])
})
