import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  emergencyContactsLimits,
  emergencyContactsServerLimits,
} from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import { emergencyContacts } from '#contract/emergency-contacts/emergency-contacts.ts'
import { agreementVersion } from '#domain/emergency-contacts/agreement.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let friends = 0
let friend: string

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
}, 60_000)
afterAll(() => product.close())

beforeEach(async () => {
  owner = await becomeCustomer(product)
  friend = `friend-${(friends += 1)}@example.org`
})

const path = (rest = '') => `/api/emergency-contacts/${owner.deviceId}${rest}`
const call = (method: string, to: string, body?: unknown, token: string | null = owner.token) =>
  send(product.url, method, to, { ...(token !== null && { token }), ...(body !== undefined && { body }) })
const invite = (email: string) => call('POST', path(), { email })
const chainOf = (body: unknown) => z.object({ data: emergencyContacts.list.reply }).parse(body).data
const chain = async () => chainOf((await call('GET', path())).body)

/** The link's token of the invitation to an address. */
async function tokenFor(email: string): Promise<string> {
  const { text } = await product.mail.emailTo(email, /Notfallkontakt für ein Fahrzeug/)
  return /emergency-contact#([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
}

test('somebody without an account is invited, accepts by the link, and leaves by it', async () => {
  expect((await invite(friend)).status).toBe(201)
  expect(await chain()).toMatchObject({ waitMinutes: 10, contacts: [{ email: friend, state: 'INVITED' }] })
  const token = await tokenFor(friend)
  const opened = await call('GET', '/api/emergency-contacts/invitation', undefined, token)
  expect(opened.body).toMatchObject({ data: { state: 'INVITED', ownerEmail: owner.email, deviceName: null } })
  expect((await product.mail.emailTo(owner.email, /eingeladen/)).text).toContain(friend)

  const accept = () => call('POST', '/api/emergency-contacts/invitation/accept', { version: agreementVersion }, token)
  expect((await accept()).body).toMatchObject({ data: { state: 'ACCEPTED', deviceName: expect.any(String) } })
  expect((await accept()).body).toMatchObject({ data: { state: 'ACCEPTED' } })
  expect(await chain()).toMatchObject({ contacts: [{ state: 'ACCEPTED', acceptedAt: expect.any(String) }] })

  const leave = () => call('POST', '/api/emergency-contacts/invitation/leave', undefined, token)
  expect((await leave()).status).toBe(200)
  expect((await leave()).code).toBe('EMERGENCY_LINK_OVER')
  expect(await chain()).toMatchObject({ contacts: [{ email: null, state: 'LEFT' }] })
  expect((await invite(friend)).code).toBe('EMERGENCY_CONTACT_LEFT')
})

test('the invitation contains no text that its owner wrote', async () => {
  await call('PUT', `/api/devices/${owner.deviceId}`, {
    deviceName: 'Klicken Sie auf böse.example',
    usageType: 'AUTO',
    vehicleBrand: 'Gewonnen!',
    vehicleModel: null,
    vehiclePlate: null,
    notes: null,
  })
  await invite(friend)
  const { text, subject } = await product.mail.emailTo(friend, /Notfallkontakt/)
  expect(`${subject} ${text}`).not.toMatch(/böse|Gewonnen/)
})

describe('refused are', () => {
  test('oneself, in any spelling', async () => {
    for (const same of [owner.email.toUpperCase(), owner.email.replace('@', '+roller@')]) {
      expect((await invite(same)).body).toMatchObject({
        error: { code: 'VALIDATION_ERROR', fields: { email: expect.stringContaining('eigene Adresse') } },
      })
    }
  })

  test('who is in the list already', async () => {
    await invite(friend)
    expect((await invite(friend.toUpperCase())).code).toBe('EMERGENCY_CONTACT_KNOWN')
  })

  test('links that are unknown, cut off, or somebody’s session, and a text that is not today’s', async () => {
    await invite(friend)
    const token = await tokenFor(friend)
    for (const wrong of ['A'.repeat(43), token.slice(1), owner.token, '']) {
      expect((await call('GET', '/api/emergency-contacts/invitation', undefined, wrong)).code).toBe(
        'EMERGENCY_LINK_OVER',
      )
      const leaving = await call('POST', '/api/emergency-contacts/invitation/leave', undefined, wrong)
      expect(leaving.code).toBe('EMERGENCY_LINK_OVER')
    }
    const accept = await call(
      'POST',
      '/api/emergency-contacts/invitation/accept',
      { version: agreementVersion + 1 },
      token,
    )
    expect(accept.code).toBe('CONSENT_TEXT_CHANGED')
    expect((await call('GET', '/api/alarms/linked', undefined, token)).code).toBe('ALARM_LINK_OVER')
    expect((await call('POST', '/api/alarms/linked/answer', undefined, token)).code).toBe('ALARM_LINK_OVER')
    await call('DELETE', path(`/${(await chain()).contacts[0]?.id}`))
    expect((await call('GET', '/api/emergency-contacts/invitation', undefined, token)).code).toBe('EMERGENCY_LINK_OVER')
  })

  test('an order that is not that of all contacts, and a wait that nobody can choose', async () => {
    await invite(friend)
    const wrong = await call('PUT', path(), { waitMinutes: 10, order: [] })
    expect(wrong.code).toBe('EMERGENCY_CONTACTS_CHANGED')
    expect((await call('PUT', path(), { waitMinutes: 0, order: [] })).code).toBe('VALIDATION_ERROR')
  })
})

test('a change of the chain leaves what it does not name', async () => {
  await invite(friend)
  await invite(`second-${friend}`)
  const order = (await chain()).contacts.map(({ id }) => id).toReversed()
  await call('PUT', path(), { waitMinutes: 20, callsForHelp: true, order })
  expect((await call('PUT', path(), { waitMinutes: 5 })).status).toBe(200)
  expect((await call('PUT', path(), { callsForHelp: false })).status).toBe(200)
  const { waitMinutes, callsForHelp, contacts } = await chain()
  expect({ waitMinutes, callsForHelp, order: contacts.map(({ id }) => id) }).toEqual({
    waitMinutes: 5,
    callsForHelp: false,
    order,
  })
})

test('a body from before contacts could be called for help changes nothing of that', async () => {
  await invite(friend)
  const order = (await chain()).contacts.map(({ id }) => id)
  expect(await chain()).toMatchObject({ callsForHelp: false })
  expect((await call('PUT', path(), { waitMinutes: 5, callsForHelp: true, order })).status).toBe(200)
  expect((await call('PUT', path(), { waitMinutes: 10, order })).status).toBe(200)
  expect(await chain()).toMatchObject({ waitMinutes: 10, callsForHelp: true, contacts: [{ helps: false }] })
  expect((await call('PUT', path(), { waitMinutes: 10, callsForHelp: 'yes', order })).code).toBe('VALIDATION_ERROR')
})

test('a new password ends invitations that nobody accepted, and „Das war ich nicht“ every contact', async () => {
  await invite(friend)
  const other = `other-${friend}`
  await invite(other)
  const token = await tokenFor(other)
  await call('POST', '/api/emergency-contacts/invitation/accept', { version: agreementVersion }, token)
  const { contacts } = await chain()
  expect(contacts).toHaveLength(2)
  const changed = await call('POST', '/api/user/change-password', {
    currentPassword: owner.password,
    newPassword: 'another long password',
  })
  expect(changed.status).toBe(200)
  expect(await chain()).toMatchObject({ contacts: [{ email: other, state: 'ACCEPTED' }] })
  const secret = /secure-account\?token=([\w-]{43})/.exec(
    (await product.mail.emailTo(owner.email, /Passwort/)).text ?? '',
  )?.[1]
  expect((await call('POST', '/api/auth/secure-account', { token: secret }, null)).status).toBe(200)
  const left = await product.operator
    .selectFrom('emergency_contacts')
    .select('id')
    .where('device_id', '=', owner.deviceId)
    .execute()
  expect(left).toEqual([])
  expect(
    await product.operator
      .selectFrom('emergency_contact_links')
      .select('contact_id')
      .where('token_hash', '=', hashOf(token))
      .execute(),
  ).toEqual([])
})

// Last: their e-mails are worked on for a while.
describe('refused are, too,', () => {
  test('more than a few', async () => {
    for (let count = 0; count < emergencyContactsLimits.perDevice; count += 1) await invite(`${count}-${friend}`)
    expect((await invite(friend)).code).toBe('EMERGENCY_CONTACT_LIMIT')
  })

  test('many invitations of one account', async () => {
    const { invitationsPerDay } = emergencyContactsLimits
    for (let count = 0; count < invitationsPerDay; count += 1) {
      const [contact] = chainOf((await invite(`${count}-${friend}`)).body).contacts
      await call('DELETE', path(`/${contact?.id}`))
    }
    const refused = await invite(friend)
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
  })

  test('many invitations to one mailbox, from whatever account', async () => {
    const { invitationsPerAddressPerDay } = emergencyContactsServerLimits
    for (let count = 0; count < invitationsPerAddressPerDay; count += 1) {
      expect((await invite(friend.replace('@', `+${count}@`))).status).toBe(201)
      owner = await becomeCustomer(product)
    }
    expect((await invite(friend)).code).toBe('RATE_LIMITED')
  })
})
