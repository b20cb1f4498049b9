import { afterEach, expect, test, vi } from 'vitest'
import { deliveredSettings } from '#domain/settings/settings.ts'
import { session } from '#web/api/session/session.ts'
import { deviceChangeOf, deviceFormOf } from '#web/features/devices/dialogs/device-form.ts'
import { asWaiting } from '#web/features/devices/renaming.ts'
import { roller } from '#web/features/devices/testing/roller.ts'
import { sendChange, takeBack } from './outbox-sending.ts'
import type { OutboxChange } from './outbox-change.ts'

const user = {
  id: 'bert',
  email: 'bert@example.org',
  createdAt: '2026-11-21T12:00:00.000Z',
  emailVerified: true,
  imeiVerified: true,
  demo: false,
}

const at = '2026-11-21T12:00:00.000Z'

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

test('a theft whose tap waits no longer is taken back on the server, and nothing is said where that is refused', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (called: string, { body: text }: { body: string }) => {
    sent.push([new URL(called, 'https://example.org').pathname, JSON.parse(text)])
    const error = { code: 'STATEMENT_STANDS', message: 'Es gilt.' }
    return Response.json({ success: false, error }, { status: 409 })
  })
  session.signIn(user, 'token of bert')
  await takeBack({ kind: 'theft', id: 'd1', at }, { token: 'token of bert' })
  expect(sent).toEqual([['/api/dossier/d1/state/undo', { at }]])
})

test.each<[OutboxChange, string, object]>([
  [{ kind: 'ride', id: 'd1', at }, '/api/alarms/d1/pause', { pause: 'RIDE', at }],
  [{ kind: 'theft', id: 'd1', at }, '/api/dossier/d1/state', { state: 'STOLEN', at }],
  [{ kind: 'theft', id: 'd1', at, since: at }, '/api/dossier/d1/state', { state: 'STOLEN', at, since: at }],
])('what was tapped is sent with the time of its tap: %o', async (change, address, body) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (called: string, { body: text }: { body: string }) => {
    sent.push([new URL(called, 'https://example.org').pathname, JSON.parse(text)])
    return Response.json(
      { success: false, error: { code: 'TAP_OVERTAKEN', message: 'Schon anders.' } },
      { status: 409 },
    )
  })
  session.signIn(user, 'token of bert')
  const stuck = { why: 'refused', message: 'Schon anders.' }
  expect(await sendChange(change, { token: 'token of bert' })).toEqual({ kind: 'stuck', stuck })
  expect(sent).toEqual([[address, body]])
})

test('a new name leaves the texts that the page did not know of as they are stored', async () => {
  const entered = { ...deviceFormOf(roller), deviceName: 'Rollerin' }
  const waiting = asWaiting(roller, 'd1', deviceChangeOf(roller, entered))
  const stored = { ...answered, ...roller, notes: 'Schlüssel beim Nachbarn' }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body?: string }) => {
    if (body !== undefined) sent.push(JSON.parse(body))
    return Response.json({ success: true, data: { device: stored } })
  })
  session.signIn(user, 'token of bert')
  expect(await sendChange(waiting, { token: 'token of bert' })).toEqual({ kind: 'sent' })
  expect(sent).toEqual([{ deviceName: 'Rollerin', usageType: 'MOTORRAD' }])
})

/** A device, but for what its owner says of it. */
const answered = {
  id: 'd1',
  imei: '490154203237518',
  isOnline: false,
  hasActiveLicense: false,
  activeLicense: null,
  hasPosition: false,
  registeredAt: at,
  lastActiveAt: null,
  battery: null,
  externalPower: null,
  loss: null,
  offer: null,
  deviceModel: 'GT06',
  demo: false,
}
