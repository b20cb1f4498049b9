import { afterEach, expect, test, vi } from 'vitest'
import { deliveredSettings } from '#domain/settings/settings.ts'
import { session } from '#web/api/session.ts'
import { sendChange } from './outbox-sending.ts'

const user = {
  id: 'bert',
  email: 'bert@example.org',
  createdAt: '2026-11-21T12:00:00.000Z',
  emailVerified: true,
  imeiVerified: true,
  demo: false,
}

afterEach(() => {
  session.signOut()
  vi.unstubAllGlobals()
})

test('a change is sent by whom it was made, even if somebody else signs in before its last call', async () => {
  const callers: (string | null)[] = []
  const base = { settings: deliveredSettings(), led: null }
  const quietHours = { enabled: true, from: '22:00', to: '06:00' }
  const mine = { ...base, settings: { ...base.settings, quietHours } }
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    callers.push(new Headers(headers).get('authorization'))
    session.signIn(user, 'token of bert')
    return Response.json({ success: true, data: { settings: base.settings, version: 1, updatedAt: null } })
  })
  session.signIn({ ...user, id: 'anna' }, 'token of anna')
  await sendChange({ kind: 'settings', of: 'account', id: 'anna', base, mine }, { token: 'token of anna' })
  expect(callers).toEqual(['Bearer token of anna', 'Bearer token of anna'])
})
