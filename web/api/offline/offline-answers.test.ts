import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { history, type Position } from '#contract/history/history.ts'
import { keptAnswers } from '#contract/kept-bodies/answers.ts'
import { offlineLimits } from '#contract/limits/offline-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { spur } from '#domain/testing/device-details.ts'
import { keep, recallAll } from './offline-store.ts'
import { forgetPositions, keepAnswer, keptPaths, recallAnswer, removeOld } from './offline-answers.ts'
import { session } from '#web/api/session/session.ts'
import { clock } from '#web/browser/clock.ts'

const user = {
  id: 'anna',
  email: 'anna@example.org',
  createdAt: '2026-01-01T10:00:00.000Z',
  emailVerified: true,
  imeiVerified: true,
  demo: false,
}
const everything = () => recallAll('token', '')

const deviceId = '0f8a1d2e-3b4c-4d5e-8f60-718293a4b5c6'
const daysKey = [history.days.path, { params: { deviceId } }]
const days = { days: [{ day: '2026-06-12', ridden: true }] }
const rides = (day: string) => [
  history.show.path,
  { deviceId, day, choice: { from: day, to: day }, visit: 'v', series: 0 },
]
const found = (...positions: Position[]) => ({
  answered: { start: '2026-06-11T22:00:00.000Z', end: '2026-06-12T22:00:00.000Z' },
  positions,
  truncated: false,
})
const daysAgo = (count: number): Position => ({
  latitude: 49,
  longitude: 8,
  recordedAt: new Date(clock.browserNow() - count * dayMs).toISOString(),
})
const timesAt = (askedAt: number) => ({ askedAt, answeredAt: askedAt + 100 })
const known = async (key: readonly unknown[]) => (await recallAnswer('token', key))?.value ?? null

let later = clock.browserNow()

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  session.signIn(user, 'token')
  // What one test forgets lies before what the next asks.
  later += 60_000
})

afterEach(() => {
  session.signOut()
  vi.unstubAllGlobals()
})

test('what was asked before positions were deleted is forgotten, and does not come back when its turn to be kept comes', async () => {
  await keepAnswer('token', rides('2026-06-12'), found(), timesAt(later))
  await keepAnswer('token', daysKey, days, timesAt(later))
  await forgetPositions(later + 1_000)
  expect([await known(rides('2026-06-12')), await known(daysKey)]).toEqual([null, null])
  // It was answered only after the deletion.
  await keepAnswer('token', rides('2026-06-12'), found(), { askedAt: later + 999, answeredAt: later + 1_500 })
  expect(await known(rides('2026-06-12'))).toBeNull()
  await keepAnswer('token', rides('2026-06-12'), found(), timesAt(later + 1_000))
  expect(await known(rides('2026-06-12'))).toEqual(found())
})

test('what is just being kept when positions are deleted is forgotten, too', async () => {
  const keeping = keepAnswer('token', daysKey, days, timesAt(later))
  await Promise.all([keeping, forgetPositions(later + 1_000)])
  expect(await everything()).toEqual([])
})

test('what was answered after the deletion stays', async () => {
  await keepAnswer('token', daysKey, days, timesAt(later + 1_000))
  await forgetPositions(later + 1_000)
  expect(await known(daysKey)).toEqual(days)
})

test('of two days that are opened quickly the last stays', async () => {
  await Promise.all(['2026-06-11', '2026-06-12'].map((day) => keepAnswer('token', rides(day), found(), timesAt(later))))
  expect([await known(rides('2026-06-11')), await known(rides('2026-06-12'))]).toEqual([null, found()])
})

test('nothing of a device stays that was removed or has its next owner', async () => {
  const listKey = [devices.list.path, {}]
  await keepAnswer('token', listKey, [device], timesAt(later))
  await keepAnswer('token', daysKey, days, timesAt(later))
  await keepAnswer('token', listKey, [device], timesAt(later + 500))
  expect(await known(daysKey)).toEqual(days)
  await keepAnswer('token', listKey, [], timesAt(later + 1_000))
  await keepAnswer('token', daysKey, days, timesAt(later + 999))
  expect([await known(daysKey), await known(listKey)]).toEqual([null, []])
})

test('a start removes what may not be shown any more', async () => {
  const [old, young] = [daysAgo(trackingLimits.retentionDays + 1), daysAgo(1)]
  await keepAnswer('token', rides('2026-06-12'), found(old, young), timesAt(later))
  await keepAnswer('token', daysKey, days, {
    ...timesAt(later),
    answeredAt: later - (offlineLimits.keptDays + 1) * dayMs,
  })
  await keep('token', 'answer.of another version', 1, later)
  expect(await everything()).toHaveLength(3)
  await removeOld('token')
  expect(await everything()).toMatchObject([{ at: later + 100, value: found(young) }])
})

test.each(keptAnswers)('what a version has answered is read by this one: %s, %s', async (path, _from, answer) => {
  const key = [path, { deviceId, day: '2026-11-21' }]
  await keepAnswer('token', key, answer, timesAt(later))
  expect(await known(key)).not.toBeNull()
})

test('of each call whose answers are kept there is one of a landed version', () => {
  expect([...new Set(keptAnswers.map(([path]) => path))].toSorted()).toEqual(keptPaths().toSorted())
})

const device = {
  id: deviceId,
  imei: '356938035643809',
  ...spur,
  isOnline: false,
  hasActiveLicense: false,
  activeLicense: null,
  hasPosition: true,
  registeredAt: '2026-01-01T10:00:00.000Z',
  lastActiveAt: null,
  battery: null,
  externalPower: null,
  loss: null,
  offer: null,
  deviceModel: 'Tracker',
  demo: false,
}
