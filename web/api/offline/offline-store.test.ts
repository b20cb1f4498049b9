import { afterEach, expect, test, vi } from 'vitest'
import { keep } from './offline-store.ts'
import { session } from '#web/api/session/session.ts'

const user = {
  id: 'anna',
  email: 'anna@example.org',
  createdAt: '2026-11-21T12:00:00.000Z',
  emailVerified: true,
  imeiVerified: true,
  demo: false,
}

afterEach(() => {
  session.signOut()
  vi.unstubAllGlobals()
})

test.each([
  ['nobody', () => session.signOut()],
  ['somebody else', () => session.signIn({ ...user, id: 'bert' }, 'token of bert')],
])('what was answered to whom has signed out is not kept, when %s is signed in', async (_who, change) => {
  const open = vi.fn<() => never>(() => {
    throw new Error('this browser keeps nothing')
  })
  vi.stubGlobal('indexedDB', { open, deleteDatabase: vi.fn<() => void>() })
  session.signIn(user, 'token of anna')
  await keep('token of anna', 'last place', 'here')
  expect(open).toHaveBeenCalledOnce()
  const late = keep('token of anna', 'last place', 'here')
  change()
  expect(await late).toBe(false)
  expect(open).toHaveBeenCalledOnce()
})
