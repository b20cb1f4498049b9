import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, signIn } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
}, 60_000)
afterAll(() => product.close())

const call = (person: Person, method: string, path: string, body?: unknown) =>
  callAs(product, person, method, path, body)

const secureBy = (token: string | null) => send(product.url, 'POST', '/api/auth/secure-account', { body: { token } })

const list = z.object({ data: z.object({ entries: z.array(z.object({ kind: z.string() })) }) })
const kindsIn = (body: unknown) => list.parse(body).data.entries.map(({ kind }) => kind)

describe('a new e-mail address', () => {
  test('counts once it is confirmed; the old address is notified', async () => {
    const person = await becomeCustomer(product)
    const newEmail = `neu-${person.email}`
    const asked = await call(person, 'POST', '/api/user/change-email', { newEmail, password: person.password })
    expect(asked.body).toMatchObject({ data: { user: { email: person.email, pendingEmail: newEmail } } })
    expect((await product.mail.emailTo(person.email, /geändert/)).text).toContain(newEmail)
    expect((await signIn(product, person)).userId).toBe(person.userId)
    const link = linkIn(await product.mail.emailTo(newEmail))
    const confirmed = await send(product.url, 'GET', `/api/auth/verify-email?token=${link.searchParams.get('token')}`)
    expect(confirmed.body).toMatchObject({ data: { email: newEmail } })
    expect((await signIn(product, { email: newEmail, password: person.password })).userId).toBe(person.userId)
  })

  test('signs out every browser but the one in which it was given and the one that confirms it, as its e-mail says', async () => {
    const person = await becomeCustomer(product)
    const elsewhere = await signIn(product, person)
    const newEmail = `neu-${person.email}`
    await call(person, 'POST', '/api/user/change-email', { newEmail, password: person.password })
    const received = await product.mail.emailTo(newEmail)
    const said = 'bleiben Sie angemeldet, wo Sie sie angegeben haben; alle anderen Browser werden abgemeldet'
    expect((received.text ?? '').replaceAll(/\s+/g, ' ')).toContain(said)
    const profileOf = async (token: string) => (await send(product.url, 'GET', '/api/users/profile', { token })).status
    expect([await profileOf(person.token), await profileOf(elsewhere.token)]).toEqual([200, 200])
    // As a mail program opens it: without a session.
    await send(product.url, 'GET', `/api/auth/verify-email?token=${linkIn(received).searchParams.get('token')}`)
    expect([await profileOf(person.token), await profileOf(elsewhere.token)]).toEqual([200, 401])
  })

  test('is cancelled by the link in the notice, with every session and every link of the account', async () => {
    const person = await becomeCustomer(product)
    const newEmail = `dieb-${person.email}`
    await call(person, 'POST', '/api/user/change-email', { newEmail, password: person.password })
    const confirm = linkIn(await product.mail.emailTo(newEmail)).searchParams.get('token')
    const notice = await product.mail.emailTo(person.email, /soll geändert/)
    expect(notice.text).toContain('Das war ich nicht')
    const link = linkIn(notice)
    expect(link.pathname).toBe('/secure-account')
    const secure = () => secureBy(link.searchParams.get('token'))
    expect((await secure()).body).toMatchObject({ data: { email: person.email } })
    expect(outcome(await secure())).toEqual([409, 'ALREADY_USED'])
    expect((await send(product.url, 'GET', `/api/auth/verify-email?token=${confirm}`)).status).toBe(404)
    expect((await call(person, 'GET', '/api/users/profile')).status).toBe(401)
  })

  test('that was confirmed is reported to the former address, which takes the account back', async () => {
    const person = await becomeCustomer(product)
    const newEmail = `uebernommen-${person.email}`
    await call(person, 'POST', '/api/user/change-email', { newEmail, password: person.password })
    const confirm = linkIn(await product.mail.emailTo(newEmail)).searchParams.get('token')
    expect((await send(product.url, 'GET', `/api/auth/verify-email?token=${confirm}`)).status).toBe(200)
    const report = await product.mail.emailTo(person.email, /wurde geändert/)
    const secured = await secureBy(linkIn(report).searchParams.get('token'))
    expect(secured.body).toMatchObject({ data: { email: person.email } })
    for (const email of [person.email, newEmail]) {
      const body = { email, password: person.password }
      expect((await send(product.url, 'POST', '/api/auth/login', { body })).status).toBe(401)
    }
    const reset = linkIn(await product.mail.emailTo(person.email, /Neues Passwort/)).searchParams.get('token')
    const body = { token: reset, newPassword: 'wieder-meins' }
    expect((await send(product.url, 'POST', '/api/auth/password-reset/confirm', { body })).status).toBe(200)
    const session = await signIn(product, { email: person.email, password: 'wieder-meins' })
    const list = await send(product.url, 'GET', '/api/activity', { token: session.token })
    expect(kindsIn(list.body).slice(0, 5)).toEqual([
      'signed-in-new-browser',
      'password-reset',
      'account-secured',
      'email-changed',
      'email-change-asked',
    ])
  })

  test('that is pending ends with a new password, and so does a link for another password', async () => {
    const person = await becomeCustomer(product)
    const newEmail = `wartend-${person.email}`
    await call(person, 'POST', '/api/user/change-email', { newEmail, password: person.password })
    await send(product.url, 'POST', '/api/auth/password-reset', { body: { email: person.email } })
    const confirm = linkIn(await product.mail.emailTo(newEmail)).searchParams.get('token')
    const reset = linkIn(await product.mail.emailTo(person.email, /Neues Passwort/)).searchParams.get('token')
    const newPassword = 'ganz-neu-4'
    await call(person, 'POST', '/api/user/change-password', { currentPassword: person.password, newPassword })
    expect((await send(product.url, 'GET', `/api/auth/verify-email?token=${confirm}`)).status).toBe(404)
    const body = { token: reset, newPassword: 'ganz-neu-5' }
    expect(outcome(await send(product.url, 'POST', '/api/auth/password-reset/confirm', { body }))).toEqual([
      401,
      'TOKEN_INVALID',
    ])
    expect((await call(person, 'GET', '/api/users/profile')).text).not.toContain('pendingEmail')
    expect((await product.mail.emailTo(person.email, /Passwort wurde geändert/)).text).toContain('/secure-account')
  })

  test('that belongs to another account is answered like any other; only its owner is notified', async () => {
    const [person, other] = [await becomeCustomer(product), await becomeCustomer(product)]
    const ask = (newEmail: string) =>
      call(person, 'POST', '/api/user/change-email', { newEmail, password: person.password })
    const [taken, free] = [await ask(other.email), await ask('frei-8@example.org')]
    expect(taken.text).toBe(free.text.replaceAll('frei-8@example.org', other.email))
    await ask(other.email)
    const received = await product.mail.emailTo(other.email, /hat schon ein Konto/)
    expect(received.text).not.toContain('token=')
  })

  test('can be requested five times a day at most', async () => {
    const person = await becomeCustomer(product)
    const statuses: number[] = []
    for (let count = 1; count <= 6; count += 1) {
      const body = { newEmail: `fremd${count}@example.org`, password: person.password }
      statuses.push((await call(person, 'POST', '/api/user/change-email', body)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is refused when unchanged, or without the right password', async () => {
    const person = await becomeCustomer(product)
    const change = async (newEmail: string, password: string) =>
      outcome(await call(person, 'POST', '/api/user/change-email', { newEmail, password }))
    expect(await change(person.email.toUpperCase(), person.password)).toEqual([400, 'EMAIL_UNCHANGED'])
    expect(await change('frei@example.org', 'falsch1')).toEqual([400, 'PASSWORD_WRONG'])
  })
})

test('a new password ends every other session and keeps this one', async () => {
  const person = await becomeCustomer(product)
  const elsewhere = await signIn(product, person)
  const body = { currentPassword: person.password, newPassword: 'ganz-neu-2' }
  expect((await call(person, 'POST', '/api/user/change-password', { ...body, currentPassword: 'falsch1' })).code).toBe(
    'PASSWORD_WRONG',
  )
  expect((await call(person, 'POST', '/api/user/change-password', body)).status).toBe(200)
  expect((await send(product.url, 'GET', '/api/users/profile', { token: elsewhere.token })).status).toBe(401)
  expect((await call(person, 'GET', '/api/users/profile')).status).toBe(200)
})

test("one call ends all other sessions, and nobody else's", async () => {
  const [person, stranger] = [await becomeCustomer(product), await becomeCustomer(product)]
  const others = [await signIn(product, person), await signIn(product, person)]
  const profile = async (token: string) => (await send(product.url, 'GET', '/api/users/profile', { token })).status
  expect((await send(product.url, 'DELETE', '/api/user/sessions', { token: person.token })).status).toBe(200)
  expect(await Promise.all(others.map(({ token }) => profile(token)))).toEqual([401, 401])
  expect(await Promise.all([profile(person.token), profile(stranger.token)])).toEqual([200, 200])
})

test('sessions are listed with the present one marked, and another is ended from here', async () => {
  const person = await becomeCustomer(product)
  const elsewhere = await signIn(product, person)
  const list = z.object({ data: z.array(z.object({ id: z.string(), current: z.boolean() })) })
  const sessions = list.parse((await call(person, 'GET', '/api/user/sessions')).body).data
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  const other = sessions.find(({ current }) => !current)
  expect((await call(person, 'DELETE', `/api/user/sessions/${other?.id}`)).status).toBe(200)
  expect((await send(product.url, 'GET', '/api/users/profile', { token: elsewhere.token })).status).toBe(401)
})

describe('the contact form', () => {
  const message = {
    name: 'Erika',
    email: 'erika@example.org',
    subject: 'Frage',
    message: 'Wie montiere ich den Tracker?',
  }

  test('sends an e-mail to the support that can be answered; a program that fills in the hidden field sends none', async () => {
    expect((await send(product.url, 'POST', '/api/contact', { body: message })).status).toBe(200)
    const received = await product.mail.emailTo('support@localhost', /Frage/)
    expect(received.replyTo?.[0]?.address).toBe('erika@example.org')
    expect(received.text).toContain('Wie montiere ich den Tracker?')
    const toSupport = () => product.mail.emails.filter(({ to }) => to?.[0]?.address === 'support@localhost')
    const before = toSupport().length
    const trapped = await send(product.url, 'POST', '/api/contact', { body: { ...message, website: 'http://spam' } })
    expect(trapped.status).toBe(200)
    expect(toSupport()).toHaveLength(before)
  })

  test('takes five messages an hour from one address', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await send(product.url, 'POST', '/api/contact', { body: message })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})

describe('an uploaded picture', () => {
  const upload = (person: Person, bytes: Uint8Array<ArrayBuffer>, name = 'bild.jpg', field = 'file') => {
    const form = new FormData()
    form.append(field, new Blob([bytes], { type: 'image/jpeg' }), name)
    return fetch(new URL('/api/upload', product.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    })
  }
  const idOf = z.object({ data: z.object({ id: z.string() }) })
  const photograph = async () =>
    new Uint8Array(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3f4fb5' } })
        .withExif({ IFD3: { GPSLatitude: '49/1 0/1 24/1', GPSLongitude: '8/1 24/1 13/1' } })
        .jpeg()
        .toBuffer(),
    )

  test('is drawn again without the place where it was taken, and shown only to its owner', async () => {
    const [person, other] = [await becomeCustomer(product), await becomeCustomer(product)]
    const original = await photograph()
    expect((await sharp(original).metadata()).exif).toBeDefined()
    const answer = await upload(person, original)
    expect(answer.status).toBe(201)
    const { url } = z.object({ data: z.object({ url: z.string() }) }).parse(await answer.json()).data
    const shown = await fetch(new URL(url, product.url), { headers: { authorization: `Bearer ${person.token}` } })
    expect(shown.headers.get('content-type')).toContain('image/webp')
    const { exif, width, format } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect({ exif, width, format }).toEqual({ exif: undefined, width: 40, format: 'webp' })
    expect((await call(other, 'GET', url)).status).toBe(403)
  })

  test('becomes the profile’s by PUT /api/user/profile; the previous one is deleted, somebody else’s is refused', async () => {
    const [person, other] = [await becomeCustomer(product), await becomeCustomer(product)]
    const sent = async (of: Person) => idOf.parse(await (await upload(of, await photograph())).json()).data.id
    const choose = (of: Person, pictureId: string | null) => call(of, 'PUT', '/api/user/profile', { pictureId })
    const first = await sent(person)
    expect((await choose(person, first)).body).toMatchObject({ data: { user: { pictureId: first } } })
    expect(outcome(await choose(other, first))).toEqual([403, 'FORBIDDEN'])
    expect(outcome(await choose(person, 'gibt-es-nicht'))).toEqual([404, 'NOT_FOUND'])
    const second = await sent(person)
    await choose(person, second)
    expect(outcome(await call(person, 'GET', `/api/upload/${first}`))).toEqual([404, 'NOT_FOUND'])
    await choose(person, null)
    expect((await call(person, 'GET', '/api/users/profile')).text).not.toContain('pictureId')
  })

  test('is judged by its content, not its name; too large, empty and the wrong field get different answers', async () => {
    const person = await becomeCustomer(product)
    const code = async (answer: Response) => [answer.status, (await answer.text()).match(/"code":"(\w+)"/)?.[1]]
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    expect(await code(await upload(person, svg))).toEqual([400, 'NOT_AN_IMAGE'])
    expect(await code(await upload(person, (await photograph()).slice(0, 200)))).toEqual([400, 'NOT_AN_IMAGE'])
    expect(await code(await upload(person, new Uint8Array(5_000_001)))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const flat = { width: 5000, height: 5000, channels: 3, background: '#000' } as const
    const huge = await sharp({ create: flat }).png().toBuffer()
    expect(await code(await upload(person, huge))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await code(await upload(person, await photograph(), 'b.jpg', 'photo'))).toEqual([400, 'FILE_MISSING'])
    expect((await call(person, 'POST', '/api/upload', { file: 'x' })).code).toBe('FILE_MISSING')
  })
})
