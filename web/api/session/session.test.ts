import { expect, test } from 'vitest'
import { createSession } from './session.ts'

const user = {
  id: 'u1',
  email: 'fahrerin@example.org',
  createdAt: '2026-01-01T00:00:00Z',
  emailVerified: true,
  imeiVerified: true,
  demo: false,
}

/** Stored values are the object's own keys, as in the browser's storage. */
function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  const methods = {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return new Proxy(methods, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
  })
}

test('a stored token survives a reload, its user has to be loaded', () => {
  const session = createSession(storage({ 'wegwarte.token': 'alt' }))
  expect(session.current()).toEqual({ token: 'alt', user: null, pendingEmail: null })
})

test('signing in keeps the token and forgets the pending e-mail', () => {
  const place = storage({ 'wegwarte.pendingEmail': user.email })
  const session = createSession(place)
  session.signIn(user, 'neu')
  expect(session.current()).toEqual({ token: 'neu', user, pendingEmail: null })
  expect([...place.kept]).toEqual([['wegwarte.token', 'neu']])
})

test('the pending e-mail is kept while it is set', () => {
  const place = storage()
  const session = createSession(place)
  session.setPendingEmail(user.email)
  expect(createSession(place).current().pendingEmail).toBe(user.email)
  session.setPendingEmail(null)
  expect(createSession(place).current().pendingEmail).toBeNull()
})

test('signing out leaves nothing', () => {
  const place = storage()
  const session = createSession(place)
  session.signIn(user, 'neu')
  session.setPendingEmail('anders@example.org')
  session.signOut()
  expect(session.current()).toEqual({ token: null, user: null, pendingEmail: null })
  expect(place.kept.size).toBe(0)
})

test('the end of a session in use is reported, that of one that was only stored is not', () => {
  let expiries = 0
  const stored = createSession(storage({ 'wegwarte.token': 'alt' }))
  stored.onExpiry(() => (expiries += 1))
  stored.expire()
  expect([stored.current().token, expiries]).toEqual([null, 0])

  const used = createSession(storage())
  used.onExpiry(() => (expiries += 1))
  used.signIn(user, 'neu')
  used.expire()
  expect([used.current().token, expiries]).toEqual([null, 1])
})

test('signing out in another tab holds here too', () => {
  const place = storage()
  const session = createSession(place)
  session.signIn(user, 'neu')
  place.removeItem('wegwarte.token')
  session.followStorage()
  expect(session.current()).toMatchObject({ token: null, user: null })
})

test('listeners are called at every change until they stop', () => {
  const session = createSession(storage())
  const tokens: (string | null)[] = []
  const stop = session.subscribe((state, before) => tokens.push(before.token, state.token))
  session.signIn(user, 'neu')
  stop()
  session.signOut()
  expect(tokens).toEqual([null, 'neu'])
})

test.each([
  { name: 'signed out', end: (session: ReturnType<typeof createSession>) => session.signOut() },
  { name: 'ended by the server', end: (session: ReturnType<typeof createSession>) => session.expire() },
])('the copy of the settings is removed when the session is $name', ({ end }) => {
  const place = storage({ 'wegwarte.token': 'alt', 'wegwarte.settings.u1': '{}', 'wegwarte.theme': 'dark' })
  end(createSession(place))
  expect([...place.kept.keys()]).toEqual(['wegwarte.theme'])
})
