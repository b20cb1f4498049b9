import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settle } from './at-rest.ts'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'
import { readPoiFile } from '#domain/poi-exchange/reading.ts'

/* A rider imports places from the old navigation device, sees them on the map, and exports them for the new one. */

const stories = shareStories('customers')

test('own POIs are imported, shown on the map, exported in another format, and removed', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, complaints } = await stories.enter(customer, '/poi-exchange', { expected: /400/ })
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

  await keepPicture(page, 'poi-exchange')
  await page.goto('/pois#map=16/49.0069/8.4037')
  await page.getByRole('checkbox', { name: 'Eigene POIs 2' }).waitFor()
  await expect.poll(() => clickAboveMiddle(page)).toContain('Enge Kurve: hinter der Brücke')
  await keepPicture(page, 'own-pois-map')
  await page.getByRole('button', { name: 'Schließen', exact: true }).click()
  await page.getByRole('button', { name: 'Mehr zeigen' }).click()
  await page.getByRole('link', { name: 'Export und Import' }).click()
  await page.getByRole('radio', { name: 'Nur aus dem Ausschnitt der Karte' }).waitFor()
  const inSight = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Datei herunterladen' }).click()
  const [only, ...more] = [...readPoiFile(await readFile(await (await inSight).path()), 'wegwarte-pois.gpx').entries]
  expect([only, more]).toMatchObject([{ poi: { name: 'Enge Kurve' } }, []])
  await page.getByRole('button', { name: 'Alle eigenen POIs entfernen' }).waitFor()
  expect(await faultsEverywhere(page, 'export and import')).toEqual([])
  await page.getByRole('button', { name: 'Alle eigenen POIs entfernen' }).scrollIntoViewIfNeeded()
  await keepPicture(page, 'poi-exchange-own')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('button', { name: 'Alle eigenen POIs entfernen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Alle eigenen POIs entfernen' }).click()
  await page.getByText('Noch haben Sie keine eigenen POIs.').waitFor()
  // The dialogue is gone, and so is the button that opened it.
  const card = page.getByRole('region', { name: 'Eigene POIs' })
  await expect.poll(() => card.evaluate((region) => region === document.activeElement)).toBe(true)
  expect(complaints).toEqual([])
})

test('a list with latitude and longitude swapped raises a question, and is imported as the user answers', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, complaints } = await stories.enter(customer, '/poi-exchange', { expected: /409/ })
  await page.getByText('Noch haben Sie keine eigenen POIs.').waitFor()
  const rows = '49.0069,8.4037,"Kurve"\n52.52,13.4,"Tanke"'
  const file = { name: 'orte.csv', mimeType: 'text/plain', buffer: Buffer.from(rows) }
  await page.getByLabel('Datei auswählen').setInputFiles(file)
  await page.getByText('Breite und Länge vertauscht?').waitFor()
  await page.getByText(/Bei 2 von 2 POIs scheinen Breite und Länge vertauscht/).waitFor()
  // Nothing is imported before the answer.
  await page.getByText('Noch haben Sie keine eigenen POIs.').waitFor()
  expect(await faultsEverywhere(page, 'the question about swapped places')).toEqual([])
  await page.getByRole('button', { name: 'Tauschen' }).click()
  await page.getByText('2 POIs aus „orte.csv“ gelesen').waitFor()
  await page.goto('/pois#map=16/49.0069/8.4037')
  await expect.poll(() => clickAboveMiddle(page)).toContain('Kurve')
  expect(complaints).toEqual([])
})

test('a map of 10,000 own POIs loads only the tiles in view, and says what it cannot show', async () => {
  const customer = await becomeCustomer(stories.product)
  const visitor = await stories.enter(customer, '/poi-exchange', { width: widths[1], expected: /502/ })
  const { page, complaints } = visitor
  const rows = Array.from(
    { length: 10_000 },
    (_, index) => `${6 + (index % 100) / 15},${47.5 + Math.floor(index / 100) / 22},"Ort ${index}"`,
  )
  const file = { name: 'viele.csv', mimeType: 'text/plain', buffer: Buffer.from(rows.join('\n')) }
  await page.getByLabel('Datei auswählen').setInputFiles(file)
  await page.getByText('10.000 POIs aus „viele.csv“ gelesen').waitFor()

  const asked: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/poi/own')) return
    asked.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    )
  })
  await page.goto('/pois#map=10/49.0069/8.4037')
  await page.getByRole('checkbox', { name: /^Eigene POIs \d/ }).waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('own-pois-shown').length > 0)
  await settle(visitor)
  await keepPicture(page, 'own-pois-clusters')
  const bytes = (await Promise.all(asked)).reduce((sum, size) => sum + size, 0)
  expect(asked.length).toBeLessThan(25)
  expect(bytes).toBeLessThan(100_000)

  const tiles = '**/api/poi/own/tiles/**'
  await page.route(tiles, (route) => route.fulfill({ status: 502, body: '' }))
  await page.evaluate(() => (window.location.hash = 'map=11/48.5/9.2'))
  const alert = page.getByRole('alert').filter({ hasText: 'Fehler beim Laden der POIs.' })
  await alert.waitFor()
  await page.unroute(tiles)
  await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
  await alert.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

/** Clicks on the symbol whose tip is in the middle of the map, once it is drawn; returns the text of its card. */
async function clickAboveMiddle(page: Page): Promise<string> {
  const box = await page.locator('canvas').first().boundingBox()
  if (box === null) return 'no map'
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 - 12)
  const card = page.getByRole('region', { name: 'Eigener POI' })
  return card.textContent({ timeout: 1_000 }).then(
    (text) => text ?? '',
    () => 'nothing yet',
  )
}
