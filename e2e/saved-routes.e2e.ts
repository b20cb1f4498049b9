import { describe, expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'
import { addDays } from '#domain/time/days.ts'

/* A rider keeps a route and checks it again before the next ride. */

const stories = shareStories('customers')

const points = Array.from({ length: 60 }, (_, index) => ({
  lat: 49 + index / 400,
  lon: 8.4 + Math.sin(index / 9) / 50,
}))
const trackPoints = points.map(({ lat, lon }) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')
const gpx = `<gpx version="1.1"><trk><name>Bergstraße</name><trkseg>${trackPoints}</trkseg></trk></gpx>`

describe('a rider', () => {
  test('saves a route with its departure, opens it in one tap, renames and deletes it', async () => {
    const customer = await becomeCustomer(stories.product)
    const { page } = await stories.enter(customer, '/route-check')
    const file = { name: 'tour.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) }
    await page.getByLabel('Datei auswählen').setInputFiles(file)
    await page.getByRole('heading', { name: 'Auf Ihrer Strecke' }).waitFor()

    const actions = page.getByRole('region', { name: 'Was Sie mit der Strecke tun können' })
    await actions.getByText('Speichern', { exact: true }).first().click()
    const watch = page.getByRole('checkbox', { name: /^Am Abend vor der Abfahrt/ })
    await expect.poll(() => watch.isDisabled()).toBe(true)
    await page.getByText('Andere Zeit', { exact: true }).click()
    // Noon of tomorrow exists in every night and does not pass meanwhile.
    const departure = page.getByLabel('Abfahrt', { exact: true })
    await departure.fill(`${addDays((await departure.inputValue()).slice(0, 10), 1)}T12:00`)
    await page.getByRole('button', { name: 'Für diese Zeit prüfen' }).click()
    await page.getByRole('region', { name: 'Ihre Fahrt' }).getByText('Ankunft').waitFor()
    await expect.poll(() => watch.isChecked()).toBe(true)
    const name = page.getByLabel('Name', { exact: true })
    await expect.poll(() => name.inputValue()).toBe('Bergstraße')
    await name.fill('   ')
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await page.getByText(/^Bitte geben Sie der Strecke einen Namen/).waitFor()
    await name.fill('Hausrunde')
    await keepPictures(page, 'save-route')
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await page.getByText('Die Strecke „Hausrunde“ ist gespeichert.').waitFor()

    await page.getByRole('button', { name: 'Andere Strecke' }).click()
    const saved = page.getByRole('region', { name: 'Meine Strecken' })
    await saved.getByText(/^18 km · Abfahrt .*, 12:00 · wird am Abend davor geprüft$/).waitFor()
    await keepPictures(page, 'saved-routes')
    expect(await faultsEverywhere(page, 'the saved routes')).toEqual([])
    await saved.getByRole('button', { name: 'Strecke „Hausrunde“ prüfen' }).click()
    await page.getByRole('region', { name: 'Ihre Fahrt' }).getByText('Ankunft').waitFor()
    await actions.getByText('Ändern', { exact: true }).click()
    await name.fill('Feierabend')
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await page.getByText('Die Strecke „Feierabend“ ist gespeichert.').waitFor()

    await page.getByRole('button', { name: 'Andere Strecke' }).click()
    await saved.getByText('Feierabend', { exact: true }).waitFor()
    await saved.getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
    await expect.poll(() => saved.count()).toBe(0)
  })
})
