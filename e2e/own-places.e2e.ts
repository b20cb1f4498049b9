import { expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'

/* Places of which an owner learns that a vehicle has arrived or left, and of its weather. */

const stories = shareStories('customers')

test('an owner names a place, chooses of which vehicle they are told what, and changes their mind', async () => {
  const owner = await becomeCustomer(stories.product)
  const { page } = await stories.enter(owner, '/tracking?tab=alarm')
  const places = page.getByRole('region', { name: 'Eigene Orte' })
  await places.getByText('Sie haben noch keinen Ort angelegt.').waitFor()
  await places.getByText('Ankunft und Abfahrt werden nur mit dem Bewegungsprofil gemeldet.').waitFor()
  await places.getByRole('button', { name: 'Ort anlegen' }).click()
  await places.getByRole('button', { name: 'Speichern' }).click()
  await places.getByText('Bitte wählen Sie einen Ort.').waitFor()
  await places.getByLabel('Name').fill('Werkstatt')
  await places.getByRole('combobox').first().fill('Karlsruhe')
  await places
    .getByRole('option', { name: /^Karlsruhe/ })
    .first()
    .click()
  await places.getByRole('checkbox', { name: /^Losgefahren/ }).check()
  await places.getByLabel('Wetterwarnungen').selectOption('3')
  await keepPictures(page, 'own-place')
  await places.getByRole('button', { name: 'Speichern' }).click()
  await places.getByText('Umkreis 200 m, 1 Fahrzeug, Wetter ab Stufe 3').waitFor()
  await keepPictures(page, 'own-places')
  expect(await faultsEverywhere(page, 'own places')).toEqual([])

  await places.getByRole('button', { name: 'Ort „Werkstatt“ ändern' }).click()
  await places.getByRole('checkbox', { name: /^Losgefahren/ }).uncheck()
  await places.getByRole('button', { name: 'Speichern' }).click()
  await places.getByText('Umkreis 200 m, kein Fahrzeug, Wetter ab Stufe 3').waitFor()
})
