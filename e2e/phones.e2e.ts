import { afterAll, expect, test } from 'vitest'
import { keepPictures, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsOf } from './faults.ts'
import { enableTracking } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import type { Page } from 'playwright-core'
import { startPhoneReceiver, testSecret } from '#server/phone/testing/receiver.ts'

/* Phones for alarms, of an owner and of an emergency contact, up to what an operator's webhook gets. */

const receiver = await startPhoneReceiver()
const stories = shareStories({ ALERT_WEBHOOK_URL: receiver.url, ALERT_WEBHOOK_SECRET: testSecret })
afterAll(() => receiver.close())

const [phoneWidth] = widths
const lastTo = (number: string) => receiver.received.findLast(({ to }) => to === number)?.text ?? ''
const digitsIn = (text: string) => /Ihr Code ist:? ([\d, ]+)\./.exec(text)?.[1]?.replaceAll(', ', '') ?? ''
const linkIn = (text: string | undefined) => /https?:\/\/\S+#[\w-]{43}/.exec(text ?? '')?.[0] ?? ''

/** The newest code that a number got; the page says that one was sent once the webhook has it. */
async function codeTo(number: string): Promise<string> {
  await expect.poll(() => digitsIn(lastTo(number))).toMatch(/^\d{6}$/)
  return digitsIn(lastTo(number))
}

const friendsNumber = '+436641234567'
const ownersNumber = '+491701234567'

test('a contact and an owner confirm their phones by a code, are reached by an alarm, and the log says so', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const deviceId = await enableTracking(product, customer)
  const friend = `friend-of-${customer.email}`
  const { page, complaints } = await stories.enter(customer, '/tracking?tab=alarm', {
    width: phoneWidth,
    expected: /status of 400/,
  })

  await inviteAndAccept(page, friend)
  await friendConfirms(page)
  await ownerConfirms(page)

  const report = { id: customer.imei, alarm: 'powerCut' }
  await fetch(`http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams(report).toString()}`)
  await expect.poll(() => lastTo(ownersNumber)).toMatch(/^Hier ist Wegwarte\. Alarm für das Fahrzeug /)
  await friendIsDue(page, deviceId)
  await expect.poll(() => lastTo(friendsNumber)).toMatch(/^Wegwarte-Alarm: .*: Strom getrennt, \d\d:\d\d Uhr/)

  await page.goto('/tracking?tab=alarm')
  const hops = page.getByRole('list', { name: 'Notfallkontakte', exact: true })
  await page
    .getByText(/^E-Mail angenommen \d\d:\d\d · Anruf angenommen \d\d:\d\d$/)
    .first()
    .waitFor()
  await hops.getByText(new RegExp(`^${friend}: ab \\d\\d:\\d\\d · SMS angenommen \\d\\d:\\d\\d$`)).waitFor()
  await page
    .getByRole('region', { name: 'Notfallkontakte' })
    .getByText(/^Zugesagt .*, auch per SMS$/)
    .waitFor()
  await hops.evaluate((list) => list.scrollIntoView({ block: 'center' }))
  await keepPictures(page, 'phones-log')
  expect(await faultsOf(page, 'the log of an alarm with phones', 'light')).toEqual([])

  await page.goto(linkIn(lastTo(friendsNumber)))
  await page.getByRole('button', { name: 'Ich kümmere mich darum' }).waitFor()
  await ownerStates(deviceId, 'SUSPICIOUS')
  await page.reload()
  await page.getByText(/^Verdacht gemeldet seit /).waitFor()
  await page.getByText(/ hat geantwortet, /).waitFor()
  await ownerStates(deviceId, 'PARKED')
  await page.reload()
  await page.getByText(/ hat geantwortet, /).waitFor()
  await page.getByText(/^Verdacht gemeldet seit /).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Ich kümmere mich darum' }).click()
  await page.getByText('Niemand weiter wird benachrichtigt.').waitFor()
  await page.goto('/tracking?tab=alarm')
  await hops.getByText(new RegExp(`^${friend} kümmert sich, \\d\\d:\\d\\d · SMS angenommen`)).waitFor()
  expect(complaints).toEqual([])
})

async function inviteAndAccept(page: Page, friend: string): Promise<void> {
  const contacts = page.getByRole('region', { name: 'Notfallkontakte' })
  await contacts.getByRole('button', { name: 'Jemanden einladen' }).click()
  await contacts.getByLabel('E-Mail-Adresse').fill(friend)
  await contacts.getByRole('button', { name: 'Einladen', exact: true }).click()
  await contacts.getByText(/^Eingeladen .*, noch keine Zusage$/).waitFor()
  const { text } = await stories.product.mail.emailTo(friend, /Notfallkontakt/)
  await page.goto(linkIn(text))
  await page.getByRole('button', { name: 'Ich sage zu' }).click()
  await page.getByText(/^Sie sind Notfallkontakt für/).waitFor()
}

/** By SMS, with a number as it is written in Austria; first with a wrong number and a wrong code. */
async function friendConfirms(page: Page): Promise<void> {
  const phone = page.getByRole('region', { name: 'Telefon für Alarme' })
  await phone.getByRole('button', { name: 'Telefon angeben' }).click()
  await phone.getByLabel('Telefonnummer').fill('0900 123456')
  await phone.getByLabel('Land').selectOption('AT')
  await phone.getByRole('button', { name: 'Code anfordern' }).click()
  await phone.getByText(/^Das ist eine Sonderrufnummer/).waitFor()
  await phone.getByLabel('Telefonnummer').fill('0664 / 123 45 67')
  await keepPictures(page, 'phones-number')
  expect(await faultsOf(page, 'the number of an emergency contact', 'light')).toEqual([])
  await phone.getByRole('button', { name: 'Code anfordern' }).click()
  await phone.getByText('Wir haben einen Code per SMS an die Nummer geschickt, die auf 567 endet.').waitFor()

  const code = await codeTo(friendsNumber)
  await phone.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
  await phone.getByRole('button', { name: 'Bestätigen' }).click()
  await phone.getByText('Dieser Code stimmt nicht. Bitte vergleichen Sie die Ziffern.').waitFor()
  await keepPictures(page, 'phones-code')
  expect(await faultsOf(page, 'the code of an emergency contact', 'dark')).toEqual([])
  // The page is opened again, as people do who look the code up: it still waits for it.
  await page.reload()
  await phone.getByLabel('Code', { exact: true }).fill(code)
  await phone.getByRole('button', { name: 'Bestätigen' }).click()
  await phone.getByText('SMS an die Nummer, die auf 567 endet').waitFor()
  await keepPictures(page, 'phones-contact')
}

async function ownerConfirms(page: Page): Promise<void> {
  await page.goto('/profile')
  const phone = page.getByRole('region', { name: 'Telefon für Alarme' })
  await phone.getByRole('button', { name: 'Telefon angeben' }).click()
  await phone.getByRole('radio', { name: /^Anruf/ }).click()
  await phone.getByLabel('Telefonnummer').fill('+49 (0)170 1234567')
  await phone.getByRole('button', { name: 'Code anfordern' }).click()
  await phone.getByText(/^Wir rufen jetzt die Nummer an, die auf 567 endet/).waitFor()
  await phone.getByLabel('Code', { exact: true }).fill(await codeTo(ownersNumber))
  await phone.getByRole('button', { name: 'Bestätigen' }).click()
  await phone.getByText('Anruf unter der Nummer, die auf 567 endet').waitFor()
  await phone.evaluate((region) => region.scrollIntoView({ block: 'center' }))
  await keepPictures(page, 'phones-owner')
  expect(await faultsOf(page, 'the phone of an owner', 'light')).toEqual([])
}

/** As if nobody had answered for ten minutes. A test alarm wakes the worker before its minute is over. */
async function friendIsDue(page: Page, deviceId: string): Promise<void> {
  const { operator, clock } = stories.product
  await operator
    .updateTable('messages')
    .set({ due_at: clock.now() })
    .where('kind', '=', 'alarm-hop')
    .where('channel', '=', 'SMS')
    .where('alarm_id', 'in', operator.selectFrom('alarms').select('id').where('device_id', '=', deviceId))
    .execute()
  await page.goto('/tracking?tab=alarm')
  await page.getByRole('button', { name: 'Test-Alarm senden' }).click()
}

async function ownerStates(deviceId: string, state: 'SUSPICIOUS' | 'PARKED'): Promise<void> {
  const { operator, clock } = stories.product
  const at = clock.now()
  await operator.insertInto('dossier_changes').values({ device_id: deviceId, state, since: at, set_at: at }).execute()
}
