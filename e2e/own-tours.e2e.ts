import { expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'

/* A rider brings a tour from another program, looks at it, keeps it longer, and deletes it. */

const stories = shareStories('customers')

const point = (minute: number) =>
  `<trkpt lat="${54 + minute / 100}" lon="6.5"><time>2026-05-01T08:0${minute}:00Z</time></trkpt>`
const tour = `<gpx><trk><name>Am Meer</name><trkseg>${[0, 1, 2].map(point).join('')}</trkseg></trk></gpx>`

test('a tour from a file is read, looked at, kept longer and deleted', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, complaints } = await stories.enter(customer, '/profile/data', { expected: /40[09]/ })
  await page.getByRole('link', { name: 'Eigene Touren aus Dateien' }).click()
  await page.getByRole('heading', { name: 'Noch keine Touren' }).waitFor()

  const give = (name: string, text: string) =>
    page.getByLabel('Datei auswählen').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await give('seite.gpx', '<!DOCTYPE html><html>')
  await page.getByRole('alert').getByText('Das ist eine Internetseite').waitFor()
  await give('meer.gpx', tour)
  await page.getByText('1 Tour mit 3 Punkten gelesen').waitFor()
  await give('meer.gpx', tour)
  await page.getByRole('alert').getByText('Alles aus dieser Datei ist schon da.').waitFor()

  await page.getByRole('button', { name: 'Am Meer auf der Karte ansehen' }).click()
  await page.getByRole('region', { name: 'Karte der Tour' }).waitFor()
  await page.getByRole('button', { name: '365 Tage speichern' }).click()
  await page.getByText('Eigene Touren werden jetzt 365 Tage gespeichert.').waitFor()
  expect(await faultsEverywhere(page, 'own tours')).toEqual([])
  await keepPictures(page, 'own-tours')

  await page.getByRole('button', { name: 'Löschen', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('heading', { name: 'Noch keine Touren' }).waitFor()
  expect(complaints).toEqual([])
})
