import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture } from './browser.ts'
import { becomeCustomer, signIn } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'
import { readPoiFile } from '#domain/poi-exchange/reading.ts'

/* A rider brings places from the old navigation device, sees them on the map, and takes them to the new one. */

const stories = shareStories('customers')

test('own POIs are brought in, shown on the map, taken out in another format, and removed', async () => {
  const customer = await becomeCustomer(stories.product)
  const { context, page, complaints } = await stories.open('/login?redirect=%2Fpoi-exchange', { expected: /400/ })
  await signIn(page, customer)
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
  // The dialogue went together with the button that opened it.
  const card = page.getByRole('region', { name: 'Eigene POIs' })
  await expect.poll(() => card.evaluate((region) => region === document.activeElement)).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

/** On what stands on the map's middle, once it is drawn; gives what is told of it. */
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
