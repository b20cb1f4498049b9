import { describe, expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* What others get of one's data: privacy zones and shares, below „Meine Daten“, and programs, below „Konto“. */

const stories = shareStories('customers')

describe('others', () => {
  test('do not get what lies in a privacy zone, and get what is shared or what a program may until that is ended', async () => {
    const customer = await becomeCustomer(stories.product)
    const { page } = await stories.enter(customer, '/profile/data')
    const zones = page.getByRole('region', { name: 'Privatzonen' })
    await zones.getByRole('button', { name: 'Privatzone anlegen' }).click()
    await zones.getByRole('button', { name: 'Speichern' }).click()
    await zones.getByText('Bitte wählen Sie einen Ort.').waitFor()
    await zones.getByLabel('Name').fill('Zuhause')
    await zones.getByRole('combobox').first().fill('Karlsruhe')
    await zones
      .getByRole('option', { name: /^Karlsruhe/ })
      .first()
      .click()
    await zones.getByLabel('Umkreis').selectOption('500')
    await keepPictures(page, 'privacy-zone')
    await zones.getByRole('button', { name: 'Speichern' }).click()
    await zones.getByText('Zuhause', { exact: true }).waitFor()
    await zones.getByText('alles im Umkreis von 500 m').waitFor()

    const shares = page.getByRole('region', { name: 'Freigaben' })
    await shares.getByRole('button', { name: 'Daten freigeben' }).click()
    await shares.getByLabel('Empfänger').fill('Meine Versicherung')
    await shares.getByRole('button', { name: 'Freigeben' }).click()
    await shares.getByText('Bitte willigen Sie ein.').waitFor()
    await shares.getByRole('checkbox', { name: /Ich willige ein/ }).check()
    await keepPictures(page, 'share')
    await shares.getByRole('button', { name: 'Freigeben' }).click()
    const token = await shares.getByLabel('Token').inputValue()
    await keepPictures(page, 'share-token')
    const fetched = () => send(stories.product.url, 'GET', '/api/shared-data', { token })
    expect((await fetched()).body).toMatchObject({ data: { recipient: 'Meine Versicherung' } })
    expect(await faultsEverywhere(page, 'what others get')).toEqual([])

    await shares.getByRole('button', { name: 'Fertig' }).click()
    await shares.getByRole('button', { name: 'Beenden' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Beenden' }).click()
    await shares.getByText('beendet am').waitFor()
    expect((await fetched()).code).toBe('SHARE_OVER')

    await page.goto('/profile')
    const programs = page.getByRole('region', { name: 'Zugriff für Programme' })
    await programs.getByRole('button', { name: 'Token anlegen' }).click()
    await programs.getByRole('button', { name: 'Token anlegen' }).click()
    await programs.getByText('Bitte nennen Sie das Programm').waitFor()
    await programs.getByLabel('Programm', { exact: true }).fill('Home Assistant')
    await keepPictures(page, 'program')
    await programs.getByRole('button', { name: 'Token anlegen' }).click()
    const key = await programs.getByLabel('Token', { exact: true }).inputValue()
    await keepPictures(page, 'program-token')
    const asked = () => send(stories.product.url, 'GET', '/api/devices', { token: key })
    expect((await asked()).body).toMatchObject({ data: [expect.anything()] })
    expect(await faultsEverywhere(page, 'what programs get')).toEqual([])
    await programs.getByRole('button', { name: 'Fertig' }).click()
    await programs.getByRole('button', { name: 'Beenden' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Beenden' }).click()
    await programs.getByText('Noch kein Programm hat Zugriff').waitFor()
    expect((await asked()).code).toBe('ACCESS_TOKEN_OVER')
  })
})
