import { describe, expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* What others get of one's data: privacy zones and shares, below „Meine Daten“, programs and webhooks, below „Konto“. */

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

    const hooks = page.getByRole('region', { name: 'Webhooks' })
    await hooks.getByRole('button', { name: 'Webhook anlegen' }).click()
    await hooks.getByRole('button', { name: 'Webhook anlegen' }).click()
    await hooks.getByText('Bitte geben Sie die ganze Adresse an').waitFor()
    await hooks.getByLabel('Adresse').fill('http://10.0.0.1/hook')
    await hooks.getByLabel('Adresse').scrollIntoViewIfNeeded()
    await keepPictures(page, 'webhook')
    await hooks.getByRole('button', { name: 'Webhook anlegen' }).click()
    await hooks.getByText('Ein Webhook braucht eine Adresse mit https://').waitFor()
    await addWebhook(customer)
    await page.reload()
    await hooks.getByRole('button', { name: /^Webhook an .* ändern$/ }).click()
    await hooks.getByRole('checkbox', { name: /^Alarm gesehen/ }).check()
    await keepPictures(page, 'webhook-change')
    await hooks.getByRole('button', { name: 'Webhook ändern', exact: true }).click()
    await page.getByText('Der Webhook ist geändert.').waitFor()
    await hooks.getByRole('button', { name: 'Neues Geheimnis' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Neues Geheimnis' }).click()
    await expect.poll(() => hooks.getByLabel('Geheimnis', { exact: true }).inputValue()).toMatch(/^whsec_/)
    await keepPictures(page, 'webhook-secret')
    await hooks.getByRole('button', { name: 'Fertig' }).click()
    await hooks.getByRole('button', { name: 'Testereignis senden' }).click()
    await hooks.getByRole('button', { name: 'Zustellungen' }).click()
    await hooks.getByText('keine Antwort').waitFor()
    await hooks.getByText('keine Antwort').scrollIntoViewIfNeeded()
    await keepPictures(page, 'webhook-log')
    expect(await faultsEverywhere(page, 'what programs are sent')).toEqual([])
    await hooks.getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
    await hooks.getByText('Noch kein Programm erfährt').waitFor()

    const broker = page.getByRole('region', { name: 'Home Assistant (MQTT)' })
    await broker.getByRole('button', { name: 'Broker eintragen' }).click()
    await broker.getByRole('button', { name: 'Broker speichern' }).click()
    await broker.getByText('Bitte geben Sie den Namen des Brokers an').waitFor()
    await broker.getByLabel('Broker', { exact: true }).fill('192.168.178.20')
    await broker.getByRole('button', { name: 'Broker speichern' }).click()
    await broker.getByText('Ein Broker braucht einen Namen im Internet').waitFor()
    await broker.getByLabel('Port').scrollIntoViewIfNeeded()
    await keepPictures(page, 'mqtt')
    expect(await faultsEverywhere(page, 'what Home Assistant gets')).toEqual([])
  })
})

/** One at which nothing answers: none on the internet is called from here, and no other can be entered. */
async function addWebhook({ email }: { email: string }): Promise<void> {
  const { operator, clock } = stories.product
  const { id: userId } = await operator
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { id: deviceId } = await operator
    .selectFrom('devices')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await operator
    .insertInto('webhooks')
    .values({
      id: `webhook-of-${userId}`,
      user_id: userId,
      url: 'https://haus.example.invalid:8123/api/webhook/abc',
      events: ['alarm.raised', 'battery.low'],
      places: false,
      secret: 'whsec_',
      former_secret: null,
      former_secret_until: null,
      failing_since: null,
      paused: null,
      created_at: clock.now(),
    })
    .execute()
  await operator
    .insertInto('webhook_devices')
    .values({ webhook_id: `webhook-of-${userId}`, device_id: deviceId })
    .execute()
}
