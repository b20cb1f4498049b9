import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { activityEntry } from '#contract/activity/activity.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { licences } from '#contract/licences/licences.ts'
import { settings } from '#contract/settings/settings.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { usersDisable, usersEnable, usersUnverify } from '#server/commands/users/users.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, signIn } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct({ DEMO: 'on', ...(await ownDatabase()) })
}, 60_000)
afterAll(() => product.close())

const page = z.object({
  data: z.object({
    entries: z.array(activityEntry),
    next: z.nullable(z.string()),
  }),
})
const listOf = async (token: string, query = '') =>
  page.parse((await send(product.url, 'GET', `/api/activity${query}`, { token })).body).data

const settingsOf = z.object({ data: settings.show.reply })
const linkOf = z.object({ data: dossiers.createLink.reply })
const licencesOf = z.object({ data: licences.list.reply })
const dayAgo = () => new Date(Date.now() - dayMs).toISOString()

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const enter = (person: Person, browserKey: string, client = firefox) =>
  send(product.url, 'POST', '/api/auth/login', {
    body: { email: person.email, password: person.password, browserKey },
    headers: { 'user-agent': client },
  })
const keyOf = (name: string) => name.padEnd(32, '0')
const emailsTo = (person: Person, subject: string) =>
  product.mail.emails.filter(
    (email) => email.subject === subject && email.to?.some(({ address }) => address === person.email) === true,
  )
const newSignIn = 'Neue Anmeldung in Ihrem Konto'

describe('a sign-in', () => {
  test('from a new browser is reported by e-mail, from a known one it is not, nor is the very first', async () => {
    const person = await becomeCustomer(product)
    expect((await enter(person, keyOf('laptop'))).status).toBe(200)
    const report = await product.mail.emailTo(person.email, /Neue Anmeldung/)
    expect(report.text).toContain('Firefox auf Linux')
    expect(report.text).toContain('Das war ich nicht')
    // Known by its key, whatever it calls itself by now.
    expect((await enter(person, keyOf('laptop'), 'Firefox/144.0')).status).toBe(200)
    expect((await enter(person, keyOf('phone'))).status).toBe(200)
    await product.mail.emailTo(person.email, /Neue Anmeldung/)
    // An e-mail sent later has arrived: none about the known one is still on its way.
    await callAs(product, person, 'POST', '/api/user/change-password', {
      currentPassword: person.password,
      newPassword: 'noch-geheimer',
    })
    await product.mail.emailTo(person.email, /Passwort wurde geändert/)
    expect(emailsTo(person, newSignIn)).toHaveLength(2)
    const { entries } = await listOf(person.token)
    expect(entries.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['password-changed', null],
      ['signed-in-new-browser', 'Firefox auf Linux'],
      ['signed-in', 'Firefox'],
      ['signed-in-new-browser', 'Firefox auf Linux'],
      ['signed-in', 'Unbekanntes Programm'],
      ['device-added', null],
    ])
  })

  test('with a key of another form is refused like any other mistake', async () => {
    const person = await becomeCustomer(product)
    for (const key of ['', 'short', `${keyOf('a')} b`, 'x'.repeat(1000)]) {
      expect(outcome(await enter(person, key))).toEqual([400, 'VALIDATION_ERROR'])
    }
  })
})

describe('„Das war ich nicht“', () => {
  const secure = (token: unknown) => send(product.url, 'POST', '/api/auth/secure-account', { body: { token } })
  const listOfStored = ({ userId }: Person) =>
    product.operator.selectFrom('activities').select(['kind', 'at']).where('user_id', '=', userId).execute()
  const mailedToken = async (person: Person) => {
    await enter(person, keyOf('thief'))
    const link = linkIn(await product.mail.emailTo(person.email, /Neue Anmeldung/))
    return { link, token: link.searchParams.get('token') ?? '' }
  }

  test('ends every session and the password, and the e-mail for a new one comes at once', async () => {
    const person = await becomeCustomer(product)
    const { token } = await mailedToken(person)
    expect((await secure(token)).body).toMatchObject({ data: { email: person.email } })
    expect((await callAs(product, person, 'GET', '/api/users/profile')).status).toBe(401)
    expect(outcome(await enter(person, keyOf('thief')))).toEqual([401, 'UNAUTHORIZED'])
    const reset = linkIn(await product.mail.emailTo(person.email, /Neues Passwort/)).searchParams.get('token')
    const body = { token: reset, newPassword: 'wieder-meins' }
    expect((await send(product.url, 'POST', '/api/auth/password-reset/confirm', { body })).status).toBe(200)
    expect((await enter({ ...person, password: 'wieder-meins' }, keyOf('own'))).status).toBe(200)
  })

  test('counts from the sign-in that the e-mail reports, however late it comes', async () => {
    const person = await becomeCustomer(product)
    const { token } = await mailedToken(person)
    const [signIn] = (await listOfStored(person)).filter(({ kind }) => kind === 'signed-in-new-browser')
    const links = product.operator.selectFrom('email_tokens').select('created_at')
    const link = await links.where('token_hash', '=', hashOf(token)).executeTakeFirstOrThrow()
    expect(link.created_at).toEqual(signIn?.at)
  })

  test('does nothing when a mail scanner opens the link', async () => {
    const person = await becomeCustomer(product)
    const { link, token } = await mailedToken(person)
    for (const method of ['GET', 'HEAD']) await send(product.url, method, link.pathname + link.search)
    expect((await send(product.url, 'GET', `/api/auth/secure-account?token=${token}`)).status).toBe(404)
    expect((await callAs(product, person, 'GET', '/api/users/profile')).status).toBe(200)
    expect((await secure(token)).status).toBe(200)
  })

  test('has a clear answer for a link that is used, old, cut off, unknown, or meant for something else', async () => {
    const person = await becomeCustomer(product)
    const { token } = await mailedToken(person)
    await send(product.url, 'POST', '/api/auth/password-reset', { body: { email: person.email } })
    const reset = linkIn(await product.mail.emailTo(person.email, /Neues Passwort/)).searchParams.get('token')
    const wrong = [token.slice(1), 'A'.repeat(43), reset]
    for (const other of wrong) expect(outcome(await secure(other))).toEqual([404, 'TOKEN_NOT_FOUND'])
    for (const input of [null, 7, 'x'.repeat(1000)]) {
      expect(outcome(await secure(input))).toEqual([400, 'VALIDATION_ERROR'])
    }
    expect((await callAs(product, person, 'GET', '/api/users/profile')).status).toBe(200)
    await product.operator
      .updateTable('email_tokens')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', person.userId)
      .where('purpose', '=', 'secure-account')
      .execute()
    expect(outcome(await secure(token))).toEqual([410, 'EXPIRED'])
    expect((await callAs(product, person, 'GET', '/api/users/profile')).status).toBe(200)
  })

  test('works once, however many press at the same moment', async () => {
    const person = await becomeCustomer(product)
    const { token } = await mailedToken(person)
    const answers = await Promise.all(Array.from({ length: 5 }, () => secure(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    await product.mail.emailTo(person.email, /Neues Passwort/)
    expect(emailsTo(person, 'Neues Passwort setzen')).toHaveLength(1)
  })
})

describe('the list', () => {
  test('names what was done to a device, to links, settings and the history, and who did it', async () => {
    const [person, recipient] = [await becomeCustomer(product), await becomeCustomer(product)]
    const { deviceId } = person
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await callAs(product, person, method, path, body)
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer.body
    }
    const warnings = settingsOf.parse(await call('GET', `/api/user/${person.userId}/settings`)).data
    for (const version of [0, 1]) {
      await call('PUT', `/api/user/${person.userId}/settings`, { settings: warnings.settings, version })
    }
    await call('PUT', `/api/device-config?imei=${person.imei}`, { settings: warnings.settings, version: 0 })
    await call('POST', '/api/tracking/consent', { deviceId, consentGiven: true })
    await call('POST', '/api/tracking/enable', { deviceId, trackingMode: 'BOTH' })
    await call('POST', `/api/alarms/${deviceId}/pause`, { pause: 'RIDE' })
    await call('DELETE', `/api/alarms/${deviceId}/pause`)
    const recordedAt = new Date().toISOString()
    await call('POST', `/api/devices/${deviceId}/position`, { latitude: 49, longitude: 8.4, accuracy: 5, recordedAt })
    const range = `start=${dayAgo()}&end=${new Date(Date.now() + 1000).toISOString()}`
    await call('GET', `/api/tracking/export/gpx/${deviceId}?${range}`)
    await call('POST', `/api/dossier/${deviceId}/state`, { state: 'STOLEN' })
    const { link, url } = linkOf.parse(await call('POST', `/api/dossier/${deviceId}/links`, { term: 'DAY' })).data
    for (let visit = 0; visit < 2; visit += 1) {
      await send(product.url, 'GET', '/api/dossier/shared', { token: new URL(url).hash.slice(1) })
    }
    await call('DELETE', `/api/dossier/${deviceId}/links/${link.id}`)
    await call('POST', `/api/dossier/${deviceId}/state`, { state: 'RECOVERED' })
    await call('DELETE', `/api/tracking/history/${deviceId}`)
    await call('POST', '/api/tracking/disable', { deviceId })
    await call('POST', '/api/tracking/enable', { deviceId })
    const owned = licencesOf.parse(await call('GET', '/api/devices/licenses')).data
    const licenceId = owned[0]?.id
    await call('POST', `/api/devices/licenses/${licenceId}/release`)
    await call('POST', '/api/devices/assign-device', { licenseId: licenceId, deviceId })
    await call('POST', '/api/tracking/withdraw', { deviceId, deletePositions: true })
    await call('POST', '/api/device-registration/transfer', { deviceId, email: recipient.email })
    const offer = linkIn(await product.mail.emailTo(recipient.email, /Gerät angeboten/)).searchParams.get('token')
    await send(product.url, 'POST', '/api/device-registration/accept', { body: { token: offer } })

    const newest = await listOf(person.token)
    const all = [...newest.entries, ...(await listOf(person.token, `?before=${newest.next}`)).entries]
    expect(all.toReversed().map(({ kind, actor, deviceName }) => `${kind} ${actor} ${deviceName ?? '-'}`)).toEqual([
      'device-added owner Testgerät',
      'signed-in owner -',
      'settings-changed owner -',
      'device-settings-changed owner Testgerät',
      'tracking-enabled owner Testgerät',
      'alarms-paused owner Testgerät',
      'alarms-resumed owner Testgerät',
      'history-exported owner Testgerät',
      'dossier-link-made owner Testgerät',
      'dossier-link-opened recipient Testgerät',
      'dossier-link-revoked owner Testgerät',
      'history-deleted owner Testgerät',
      'tracking-disabled owner Testgerät',
      'tracking-enabled owner Testgerät',
      'tracking-ended product Testgerät',
      'licence-released owner Testgerät',
      'licence-assigned owner Testgerät',
      'tracking-withdrawn owner Testgerät',
      'history-deleted owner Testgerät',
      'device-offered owner Testgerät',
      'device-handed-over recipient Testgerät',
    ])
    expect((await listOf(recipient.token)).entries[0]).toMatchObject({ kind: 'device-received', actor: 'owner' })
    const stored = JSON.stringify(all)
    for (const secret of ['49', '8.4', recipient.email, person.email, new URL(url).hash.slice(1)]) {
      expect(stored.replaceAll(/"(id|at|deviceId)":"[^"]*"/g, '')).not.toContain(secret)
    }
  })

  test('names what the support did', async () => {
    const person = await becomeCustomer(product)
    const context = { database: product.operator, clock: clockFrom(), settings: product.settings, say: () => undefined }
    for (const command of [usersDisable, usersEnable]) await command.run(context, [person.email.toUpperCase()])
    const session = await signIn(product, person)
    await usersUnverify.run(context, [person.email])
    const { entries } = await listOf(session.token)
    expect(entries.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['account-unverified', 'support'],
      ['signed-in', 'owner'],
      ['account-enabled', 'support'],
      ['account-disabled', 'support'],
      ['signed-in', 'owner'],
      ['device-added', 'owner'],
    ])
  })

  test('shows nobody what happened in another account, by whatever cursor', async () => {
    const [person, other] = [await becomeCustomer(product), await becomeCustomer(product)]
    const own = await listOf(person.token, '?before=999999999999999999')
    expect(own.entries.map(({ kind }) => kind)).toEqual(['signed-in', 'device-added'])
    expect((await listOf(other.token, '?before=1')).entries).toEqual([])
    for (const before of ['', '-1', '1e3', '1;drop', '9'.repeat(19)]) {
      const answer = await send(product.url, 'GET', `/api/activity?before=${before}`, { token: person.token })
      expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  test('of the demo account, which strangers share, is empty', async () => {
    const answer = await send(product.url, 'POST', '/api/auth/demo')
    const { token } = z.object({ data: z.object({ token: z.string() }) }).parse(answer.body).data
    await send(product.url, 'POST', '/api/auth/demo')
    expect((await listOf(token)).entries).toEqual([])
  })
})
