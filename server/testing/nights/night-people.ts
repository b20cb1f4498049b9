import * as z from 'zod'
import { currentVersion } from '#domain/consents/texts.ts'
import { agreementVersion } from '#domain/emergency-contacts/agreement.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { licencesIssue } from '#server/commands/devices/licences-issue.ts'
import { usersDelete } from '#server/commands/users/users-delete.ts'
import { send } from '#server/testing/client.ts'
import type { NightDoors } from './night-doors.ts'
import { becomeCustomer, callAs, type Person, signIn } from '#server/testing/people.ts'
import type { TestProduct } from '#server/testing/test-product.ts'

type Reached = Pick<TestProduct, 'url' | 'operator' | 'mail' | 'settings'>

/** People to whom messages of every kind go in one night, and where they are reached. */
export interface Sleepers {
  night: string
  owner: Person
  contact: string
  phone: string
  browser: string
  licenceId: string
  /** Asks for the deletion of an account. */
  leaver: Person
  /** Whose account support deletes. */
  gone: Person
  /** Where the owner's route is. */
  latitude: number
}

const nightInspection = '2027-06'
const licenceDays = 8
const departsAt = '2027-06-17T06:00:00.000Z'
const longitude = 8.4

let nights = 0

/** The day before: they register, and enter what messages follow from. */
export async function becomeSleepers(product: Reached, doors: NightDoors, night: string): Promise<Sleepers> {
  nights += 1
  const owner = await becomeCustomer(product)
  const contact = `contact-${nights}@example.org`
  const call = (method: string, path: string, body?: unknown) => did(callAs(product, owner, method, path, body))
  await call('POST', `/api/emergency-contacts/${owner.deviceId}`, { email: contact })
  const { text } = await product.mail.emailTo(contact, /Notfallkontakt für ein Fahrzeug/)
  const token = /emergency-contact#([\w-]{43})/.exec(text ?? '')?.[1]
  const body = { version: agreementVersion }
  await did(send(product.url, 'POST', '/api/emergency-contacts/invitation/accept', { token, body }))

  const phone = `+4917010000${10 + nights}`
  await call('POST', '/api/phones/code', { country: 'DE', number: phone, channel: 'SMS' })
  const code = /Ihr Code ist (\d{6})/.exec(doors.phones.received.findLast(({ to }) => to === phone)?.text ?? '')?.[1]
  await call('POST', '/api/phones/confirm', { code })
  const browser = doors.browser()
  await call('POST', '/api/push/subscriptions', browser.address)

  const { deviceId } = owner
  await call('PUT', `/api/devices/${deviceId}`, { ...vehicle, deviceName: `Enduro ${night}` })
  await call('PUT', '/api/reminders', { unwanted: ['INSPECTION'] })
  await call('POST', '/api/tracking/consent', { deviceId, consentGiven: true })
  await call('POST', '/api/tracking/enable', { deviceId, trackingMode: 'THEFT' })
  const { keys } = issued.parse(
    await licencesIssue.run(asOperator(product), ['--type', 'PREMIUM', '--days', `${licenceDays}`]),
  )
  const { data } = activated.parse((await call('POST', '/api/devices/activate-license', { licenseKey: keys[0] })).body)
  return {
    night,
    owner,
    contact,
    phone,
    browser: browser.address.endpoint,
    licenceId: data.licence.id,
    leaver: await becomeCustomer(product),
    gone: await becomeCustomer(product),
    latitude: 48 + nights / 2,
  }
}

/** Sessions prove for a few minutes only who somebody is. */
export async function signInAgain(product: Reached, sleepers: Sleepers): Promise<void> {
  for (const person of [sleepers.owner, sleepers.leaver]) {
    person.token = (await signIn(product, { email: person.email, password: person.password })).token
  }
}

/** All that messages of the night follow from, but for those to contacts. */
export async function bringAbout(product: Reached, sleepers: Sleepers, reporter: Person): Promise<void> {
  const { night, owner, leaver, gone, licenceId, latitude } = sleepers
  const call = (method: string, path: string, body?: unknown) => did(callAs(product, owner, method, path, body))
  const pieces = [[latitude, latitude + 0.01].map((along) => ({ latitude: along, longitude }))]
  const departure = { at: departsAt, averageKmh: 40 }
  await call('POST', '/api/saved-routes', {
    name: `Strecke ${night}`,
    departure,
    isWatched: true,
    pieces,
    corridorMetres: 100,
  })
  const roadwork = { poiType: 'LongTermRoadwork', latitude: latitude + 0.005, longitude }
  const report = { ...roadwork, consentVersion: currentVersion('reports') }
  await did(callAs(product, reporter, 'POST', '/api/poi', report))
  await call('POST', '/api/devices/assign-device', { licenseId: licenceId, deviceId: owner.deviceId })
  await call('PUT', '/api/reminders', { unwanted: [] })
  await usersDelete.run(asOperator(product), [gone.email, '--yes', '--now'])
  await did(callAs(product, leaver, 'POST', '/api/account-deletion', { acceptsTheftLoss: false }))
  await call('POST', '/api/data-export', { withoutPrivacyZones: false })
  await call('POST', `/api/alarms/${owner.deviceId}/test`)
}

/** The vehicle's tracker is cut off, and nobody answers: after a while it is the contact's turn. */
export async function cutOff(trackers: string, { owner }: Sleepers): Promise<void> {
  for (const parameters of [{ lat: '49.0', lon: '8.4' }, { alarm: 'powerCut' }]) {
    const query = new URLSearchParams({ id: owner.imei, key: owner.deviceSecret, ...parameters })
    const { status } = await fetch(`${trackers}/?${query.toString()}`, { method: 'POST' })
    if (status !== 200) throw new Error(`the report was answered with ${status}`)
  }
}

const issued = z.object({ keys: z.array(z.string()) })
const activated = z.object({ data: z.object({ licence: z.object({ id: z.string() }) }) })
const vehicle = {
  usageType: 'MOTORRAD',
  vehicleBrand: null,
  vehicleModel: null,
  vehiclePlate: null,
  notes: null,
  inspectionDue: nightInspection,
}

const asOperator = ({ operator: database, settings }: Reached) => ({
  database,
  clock: clockFrom(settings.CLOCK),
  settings,
  say: () => undefined,
})

async function did(call: ReturnType<typeof send>) {
  const answer = await call
  if (answer.status >= 300) throw new Error(`answered with ${answer.status} ${answer.code ?? answer.text}`)
  return answer
}
