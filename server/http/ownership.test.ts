import { describe, expect, test } from 'vitest'
import { alarms } from '#contract/alarms/alarms.ts'
import { devices } from '#contract/devices/devices.ts'
import { endpoints } from '#contract/endpoints.ts'
import { settings } from '#contract/settings/settings.ts'
import { history } from '#contract/history/history.ts'
import { tracking } from '#contract/tracking/tracking.ts'
import type { Caller } from '#server/http/caller.ts'
import { type FindDevice, ownerCheck } from '#server/http/ownership.ts'
import { idFieldsOf } from '#server/testing/sample.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const own = { id: 'own', imei: '350000000000001', name: 'Motorrad', userId: 'u' }
const others = { id: 'others', imei: '350000000000002', name: 'Auto', userId: 'other' }
const watched = { id: 'watched', imei: '350000000000003', name: 'Roller', userId: 'other' }
const driven = { id: 'driven', imei: '350000000000004', name: 'Bus', userId: 'other' }
const find: FindDevice = {
  byId: async (id) => [own, others, watched, driven].find((device) => device.id === id) ?? null,
  byImei: async (imei) => [own, others].find((device) => device.imei === imei) ?? null,
  withRole: async (id, userId) => {
    const device = [own, others, watched, driven].find((one) => one.id === id)
    if (device === undefined) return null
    const role = userId !== 'u' ? null : device === driven ? 'DRIVER' : device === watched ? 'WATCHER' : null
    return { ...device, role }
  },
}

const user = { id: 'u', email: 'u@example.org', createdAt: '2026-01-01T00:00:00.000Z', demo: false }
const owner: Caller = {
  kind: 'user',
  user: { ...user, emailVerified: true, imeiVerified: true },
  sessionId: 's',
  confirmedAt: null,
}
const tracker: Caller = { kind: 'device', deviceId: own.id, imei: own.imei }
const nobody: Caller = { kind: 'nobody' }
const program: Caller = {
  kind: 'program',
  user: { ...user, emailVerified: true, imeiVerified: true },
  tokenId: 't',
  name: 'Auswertung',
  scopes: ['ALARMS', 'POSITIONS'],
}

describe('the check of an entry', () => {
  const ofDevice = ownerCheck(tracking.disable, find)
  const ofImei = ownerCheck(settings.configuration, find)
  const ofAccount = ownerCheck(settings.show, find)

  test.each([
    ['its owner', owner, { body: { deviceId: 'own' } }, own],
    ['itself', tracker, { body: { deviceId: 'own' } }, own],
    ['somebody who owns another', owner, { body: { deviceId: 'others' } }, 'FORBIDDEN'],
    ['another device', tracker, { body: { deviceId: 'others' } }, 'FORBIDDEN'],
    ['nobody', nobody, { body: { deviceId: 'own' } }, 'FORBIDDEN'],
    ['a caller who names one that does not exist', owner, { body: { deviceId: 'none' } }, 'NOT_FOUND'],
    [
      'a caller who names their own in a part that is not read',
      owner,
      { query: { deviceId: 'own' }, body: { deviceId: 'others' } },
      'FORBIDDEN',
    ],
  ])('of a device by its id answers %s', async (_who, caller, input, expected) => {
    expect(await answered(ofDevice?.(caller, input))).toEqual(expected)
  })

  test.each([
    ['its owner', owner, own.imei, own],
    ['itself', tracker, own.imei, own],
    ['somebody who owns another', owner, others.imei, 'FORBIDDEN'],
    ['a caller who names one that nobody registered, in the same words', owner, '350000000000003', 'FORBIDDEN'],
  ])('of a device by its IMEI answers %s', async (_who, caller, imei, expected) => {
    expect(await answered(ofImei?.(caller, { query: { imei } }))).toEqual(expected)
  })

  test.each([
    ['the user', owner, 'u', null],
    ['another user', owner, 'other', 'FORBIDDEN'],
    ['a device', tracker, 'own', 'FORBIDDEN'],
  ])('of an account answers %s', async (_who, caller, id, expected) => {
    expect(await answered(ofAccount?.(caller, { params: { id } }))).toEqual(expected)
  })

  test('a program has what its user owns, and not what others let that user drive or watch', async () => {
    const asked = ['own', 'driven', 'watched'].map((deviceId) =>
      answered(ownerCheck(alarms.list, find)?.(program, { params: { deviceId } })),
    )
    expect(await Promise.all(asked)).toEqual([{ ...own, role: 'OWNER' }, 'FORBIDDEN', 'FORBIDDEN'])
  })

  const forWatchers = ownerCheck(alarms.list, find)
  const forDrivers = ownerCheck(history.latest, find)
  test.each([
    ['their own', 'own', 'OWNER', 'OWNER'],
    ['one that they drive', 'driven', 'DRIVER', 'DRIVER'],
    ['one whose alarms they see', 'watched', 'WATCHER', 'FORBIDDEN'],
    ['one that they are nothing to', 'others', 'FORBIDDEN', 'FORBIDDEN'],
    ['one that does not exist', 'none', 'NOT_FOUND', 'NOT_FOUND'],
  ])('of a device by a role answers somebody who names %s', async (_which, deviceId, asWatcher, asDriver) => {
    const roleBy = async (check: ReturnType<typeof ownerCheck>) => {
      const found = await answered(check?.(owner, { params: { deviceId } }))
      return typeof found === 'object' && found !== null && 'role' in found ? found.role : found
    }
    expect([await roleBy(forWatchers), await roleBy(forDrivers)]).toEqual([asWatcher, asDriver])
  })

  test.each([tracker, nobody])('of a device by a role refuses a caller of kind $kind', async (caller) => {
    expect(await answered(forWatchers?.(caller, { params: { deviceId: 'own' } }))).toBe('FORBIDDEN')
  })

  test('of a device asks no role where only its owner may call', async () => {
    const check = ownerCheck(tracking.disable, { ...find, withRole: () => Promise.reject(new Error('asked')) })
    expect(await answered(check?.(owner, { body: { deviceId: 'driven' } }))).toBe('FORBIDDEN')
  })

  test('asks nothing where an optional parameter was left out', async () => {
    expect(await ownerCheck(tracking.positionConsent, find)?.(owner, { body: { consent: true } })).toBeNull()
  })

  test('is none where nothing is owned', () => {
    expect(ownerCheck(devices.list, find)).toBeNull()
  })
})

test('ownership is asked after the limit and before the handler', async () => {
  const steps: string[] = []
  const limit = { beforeTheHandler: async () => void steps.push('limit') }
  const noting: FindDevice = {
    ...find,
    withRole(deviceId, userId) {
      steps.push(`owner of ${deviceId}`)
      return find.withRole(deviceId, userId)
    },
  }
  const app = await startTestApi(
    (api) =>
      api.on(history.latest, async ({ device }) => {
        steps.push(`handler of ${device.id}`)
        return { position: null }
      }),
    undefined,
    limit,
    noting,
  )
  const ask = (deviceId: string) =>
    app.inject({ url: `/api/tracking/latest/${deviceId}`, headers: { authorization: 'Bearer token' } })
  expect((await ask('own')).statusCode).toBe(200)
  expect((await ask('others')).statusCode).toBe(403)
  expect(steps).toEqual(['limit', 'owner of own', 'handler of own', 'limit', 'owner of others'])
  await app.close()
})

describe('the contract', () => {
  const kinds = { device: 'DeviceId', imei: 'Imei', account: 'UserId' }
  /** A transaction decides: it checks the licence first, and answers an unknown device id like somebody else's device. */
  const decidedByTheirStore = [
    '/api/devices/activate-license',
    '/api/devices/assign-device',
    '/api/devices/transfer-license',
  ]
  /** The call proves the purchase: nobody owns the device yet. */
  const claims = ['/api/auth/verify-imei']

  const entries = endpoints.map((endpoint) => ({
    path: `${endpoint.method} ${endpoint.path}`,
    endpoint,
    asked: [endpoint.params, endpoint.query, endpoint.body]
      .flatMap(idFieldsOf)
      .filter(([, id]) => Object.values(kinds).includes(id)),
  }))

  test.each(entries.filter(({ endpoint }) => endpoint.owns !== undefined))(
    'says what the caller of $path must own, by its only parameter that names such a thing',
    ({ endpoint, asked }) => {
      const owned = Object.entries(endpoint.owns ?? {})
        .filter(([kind]) => kind !== 'by')
        .map(([kind, name]) => [name, Reflect.get(kinds, kind)])
      expect(asked).toEqual(owned)
      expect(['owner', 'device']).toContain(endpoint.access)
    },
  )

  /** All others that name a device are its owner's alone (specification, section 6). */
  test('opens these endpoints, and no others, to those whom an owner has invited', () => {
    const opened = entries.flatMap(({ path, endpoint: { owns } }) =>
      owns !== undefined && 'by' in owns ? [`${owns.by} ${path}`] : [],
    )
    expect(opened.toSorted()).toEqual([
      'DRIVER GET /api/tracking/latest/:deviceId',
      'DRIVER POST /api/alarms/:deviceId/acknowledge',
      'DRIVER POST /api/alarms/:deviceId/pause',
      'WATCHER DELETE /api/people/vehicles/:deviceId',
      'WATCHER GET /api/alarms/:deviceId',
      'WATCHER PUT /api/messages/wishes/:deviceId',
    ])
  })

  test.each(entries.filter(({ endpoint, asked }) => endpoint.owns === undefined && asked.length > 0))(
    'leaves the check of $path to its store for a reason',
    ({ endpoint }) => {
      expect([...decidedByTheirStore, ...claims]).toContain(endpoint.path)
    },
  )
})

/** What a check gives, or the code of its refusal. */
async function answered(check: Promise<unknown> | undefined): Promise<unknown> {
  return check?.catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error))
}
