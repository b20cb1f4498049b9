import { AxeBuilder } from '@axe-core/playwright'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, launchBrowser, visit, widths } from './browser.ts'
import { type RunningProduct, startRunningProduct } from './product.ts'
import { readPoiFile } from '#domain/poi-exchange/reading.ts'
import { send } from '#server/testing/client.ts'
import { linkIn } from '#server/testing/test-product.ts'

/* A rider brings places from the old navigation device, and takes them to the new one. */

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await startRunningProduct()
  browser = await launchBrowser()
  const inventory = join(tmpdir(), `wegwarte-exchange-${process.pid}.csv`)
  await writeFile(inventory, ['imei,model', ...widths.map((_, index) => `${imeiOf(index)},Wegwarte Spur`)].join('\n'))
  await product.operate('devices', 'import', inventory)
  await rm(inventory)
}, 120_000)

afterAll(async () => {
  await browser.close()
  await product.stop()
})

const imeiOf = (index: number) => String(353_000_000_000_010 + index)
const password = 'sehr-geheim-23'

async function becomeCustomer(index: number): Promise<string> {
  const email = `tausch${index}@example.org`
  await send(product.url, 'POST', '/api/auth/register', { body: { email, password } })
  const token = linkIn(await product.mail.letterTo(email)).searchParams.get('token') ?? ''
  await send(product.url, 'GET', `/api/auth/verify-email?token=${token}`)
  await send(product.url, 'POST', '/api/auth/verify-imei', { body: { email, imei: imeiOf(index) } })
  return email
}

describe.each(widths.map((width, index) => ({ width, index })))('on a $width.name', ({ width, index }) => {
  test('own POIs are brought in, taken out in another format, and removed', async () => {
    const email = await becomeCustomer(index)
    const dark = index === 0
    const { context, page, complaints } = await visit(browser, { baseUrl: product.url, width, dark, expected: /400/ })
    await page.goto('/login?redirect=/poi-exchange')
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText('Noch haben Sie keine eigenen POIs.').waitFor()

    const give = (name: string, text: string) =>
      page.getByLabel('Datei auswählen').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await give('seite.gpx', '<!DOCTYPE html><html>')
    await page.getByRole('alert').getByText('Das ist eine Internetseite').waitFor()
    await give('orte.csv', '8.4037,49.0069,"Enge Kurve @50","hinter der Brücke"\n8.4,49,"Tanke"\nkaputt\n')
    await page.getByText('2 POIs aus „orte.csv“ gelesen').waitFor()
    await page.getByText(/1 Eintrag übersprungen: .*\(Zeile 3\)/).waitFor()

    for (const box of await page.getByRole('checkbox').all()) {
      if ((await box.evaluate((input) => input.closest('label')?.textContent ?? '')).includes('Eigene POIs')) continue
      await box.uncheck()
    }
    await page.getByRole('radio', { name: 'KML' }).check()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Datei herunterladen' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('wegwarte-pois.kml')
    const entries = [...readPoiFile(await readFile(await saved.path()), 'wegwarte-pois.kml').entries]
    expect(entries).toMatchObject([
      { poi: { name: 'Enge Kurve', speed: 50, comment: 'hinter der Brücke' } },
      { poi: { name: 'Tanke' } },
    ])

    await keepPicture(page, `poi-exchange-${width.name}`)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([])
    await page.getByRole('button', { name: 'Alle eigenen POIs entfernen' }).scrollIntoViewIfNeeded()
    await keepPicture(page, `poi-exchange-own-${width.name}`)
    await page.getByRole('button', { name: 'Alle eigenen POIs entfernen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Alle eigenen POIs entfernen' }).click()
    await page.getByText('Noch haben Sie keine eigenen POIs.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
