import { expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer, type Customer, tokenOf } from './customers.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* What an owner is sent, on which way, and what became of it. */

const stories = shareStories('customers')

test('an owner chooses which messages about a vehicle come, and when there is quiet, and reads what was sent', async () => {
  const owner = await becomeCustomer(stories.product)
  const { page } = await stories.enter(owner, '/devicesandlicenses')
  await page.getByText('Details', { exact: true }).click()
  await page.getByRole('link', { name: /^Nachrichten wählen/ }).click()
  const storm = page.getByRole('checkbox', { name: /^Unwetter, wo das Fahrzeug steht per Push/ })
  await storm.uncheck()
  await page
    .getByRole('row', { name: /^Bewegung und Diebstahl/ })
    .getByText('immer', { exact: true })
    .waitFor()
  await page.getByRole('checkbox', { name: 'Ruhezeit einhalten' }).check()
  await page.getByLabel('Bis').fill('22:00')
  await page.getByRole('button', { name: 'Ruhezeit speichern' }).click()
  await page.getByText('Beginn und Ende sind gleich.').waitFor()
  await page.getByLabel('Bis').fill('06:30')
  await page.getByRole('button', { name: 'Ruhezeit speichern' }).click()
  await page.getByText('Die Ruhezeit ist gespeichert.').waitFor()
  await page.getByRole('checkbox', { name: 'Was warten kann, gesammelt schicken' }).check()
  await page.getByLabel('Um', { exact: true }).fill('17:30')
  await page.getByRole('button', { name: 'Uhrzeit speichern' }).click()
  await page.getByText('Was warten kann, kommt gesammelt.').waitFor()
  await page.reload()
  await storm.waitFor()
  await expect.poll(() => page.getByLabel('Um', { exact: true }).inputValue()).toBe('17:30')
  await expect.poll(() => storm.isChecked()).toBe(false)
  await expect.poll(() => page.getByLabel('Bis').inputValue()).toBe('06:30')
  await keepPictures(page, 'message-wishes')

  await testAlarm(owner)
  await stories.product.mail.emailTo(owner.email, /Test-Alarm/)
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Nachrichten/ }).click()
  await page.getByText('Test-Alarm', { exact: true }).waitFor()
  await page.getByText(/^E-Mail, (geschickt|unterwegs)$/).waitFor()
  await keepPictures(page, 'messages')
  await page.getByRole('link', { name: /^Test-Alarm vom .* ansehen$/ }).click()
  await page.waitForURL(/\/tracking\?/)
})

async function testAlarm(owner: Customer): Promise<void> {
  const { product } = stories
  const token = await tokenOf(product, owner)
  const devices = product.operator.selectFrom('devices').select('id').where('imei', '=', owner.imei)
  const { id: deviceId } = await devices.executeTakeFirstOrThrow()
  await send(product.url, 'POST', '/api/tracking/consent', { token, body: { deviceId, consentGiven: true } })
  await send(product.url, 'POST', '/api/tracking/enable', { token, body: { deviceId, trackingMode: 'THEFT' } })
  await send(product.url, 'POST', `/api/alarms/${deviceId}/test`, { token })
}
