import { describe, expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* What others get of one's data: privacy zones and shares, below „Meine Daten“. */

const stories = shareStories('customers')

describe('others', () => {
  test('do not get what lies in a privacy zone, and get what is shared until that is ended', async () => {
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
  })
})
