import { expect, test } from 'vitest'
import { type TrackingMode, trackingModes } from '#contract/tracking/tracking.ts'
import { activeMode, type TrackingGrounds } from '#domain/tracking/tracking.ts'
import type { Database } from '#server/db/connection/database.ts'
import { devicesWithGrounds, groundsColumns, groundsOf, recordedDevices, unlicensedDevices } from './recorded-device.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')
const millisecondsFromNow = (count: number) => new Date(now.getTime() + count)

interface Case {
  /** Null: the owner never chose anything. */
  settings: { enabled: boolean; mode: TrackingMode | null; consent_given: boolean } | null
  /** Null: the device has no licence; else when it ends, null before its first activation. */
  licence: { expiresAt: Date | null } | null
  grounds: TrackingGrounds
  recordedIn: TrackingMode | null
}

const on = { enabled: true, mode: 'BOTH' as const, consent_given: true }
const valid = { expiresAt: millisecondsFromNow(60_000) }
const all: TrackingGrounds = { enabled: true, mode: 'BOTH', consentGiven: true, licensed: true }
const none: TrackingGrounds = { enabled: false, mode: null, consentGiven: false, licensed: false }
const unlicensed = { settings: on, grounds: { ...all, licensed: false }, recordedIn: null }

const cases: [name: string, Case][] = [
  ['without settings and licence', { settings: null, licence: null, grounds: none, recordedIn: null }],
  ['without settings', { settings: null, licence: valid, grounds: { ...none, licensed: true }, recordedIn: null }],
  ['with everything', { settings: on, licence: valid, grounds: all, recordedIn: 'BOTH' }],
  [
    'in another mode',
    { settings: { ...on, mode: 'THEFT' }, licence: valid, grounds: { ...all, mode: 'THEFT' }, recordedIn: 'THEFT' },
  ],
  [
    'in the third mode',
    {
      settings: { ...on, mode: 'MOVEMENT' },
      licence: valid,
      grounds: { ...all, mode: 'MOVEMENT' },
      recordedIn: 'MOVEMENT',
    },
  ],
  [
    'switched off',
    { settings: { ...on, enabled: false }, licence: valid, grounds: { ...all, enabled: false }, recordedIn: null },
  ],
  [
    'without consent',
    {
      settings: { ...on, consent_given: false },
      licence: valid,
      grounds: { ...all, consentGiven: false },
      recordedIn: null,
    },
  ],
  [
    'without a mode',
    { settings: { ...on, mode: null }, licence: valid, grounds: { ...all, mode: null }, recordedIn: null },
  ],
  ['without a licence', { ...unlicensed, licence: null }],
  ['with a licence that ended long ago', { ...unlicensed, licence: { expiresAt: millisecondsFromNow(-86_400_000) } }],
  ['with a licence that ends exactly now', { ...unlicensed, licence: { expiresAt: now } }],
  [
    'with a licence that ends in a millisecond',
    { settings: on, licence: { expiresAt: millisecondsFromNow(1) }, grounds: all, recordedIn: 'BOTH' },
  ],
  ['with a licence that was never activated', { ...unlicensed, licence: { expiresAt: null } }],
]

describeOnBothDatabases('whether a device is recorded', (database) => {
  test.each(cases)('%s', async (_name, { settings, licence, grounds, recordedIn }) => {
    await putDevice(database, settings, licence)
    const row = await devicesWithGrounds(database, now).select(groundsColumns).executeTakeFirstOrThrow()
    expect(groundsOf(row)).toEqual(grounds)
    expect(activeMode(groundsOf(row))).toBe(recordedIn)

    const isAmong = async (modes: readonly TrackingMode[]) =>
      (await recordedDevices(database, now, modes).select('devices.id').execute()).length === 1
    expect(await isAmong(trackingModes)).toBe(recordedIn !== null)
    for (const mode of trackingModes) expect([mode, await isAmong([mode])]).toEqual([mode, mode === recordedIn])

    const switchedOnWithoutLicence = await unlicensedDevices(database, now).select('devices.id').execute()
    expect(switchedOnWithoutLicence).toHaveLength(grounds.enabled && !grounds.licensed ? 1 : 0)
  })

  test('is decided for each of several devices by its own settings and licence', async () => {
    await putDevice(database, on, valid, '350000000000001')
    await putDevice(database, { ...on, mode: 'THEFT' }, valid, '350000000000002')
    await putDevice(database, on, null, '350000000000003')
    const rows = await devicesWithGrounds(database, now)
      .select('devices.imei')
      .select(groundsColumns)
      .orderBy('devices.imei')
      .execute()
    expect(rows.map((row) => activeMode(groundsOf(row)))).toEqual(['BOTH', 'THEFT', null])
  })
})

async function putDevice(
  database: Database,
  settings: Case['settings'],
  licence: Case['licence'],
  imei = '350000000000001',
): Promise<void> {
  const [id, userId] = [`device-${imei}`, `owner of ${imei}`]
  await insertUser(database, userId, now)
  await insertDevice(database, { id, userId, imei }, now)
  if (settings !== null) {
    await database
      .insertInto('tracking_settings')
      .values({ device_id: id, ...settings })
      .execute()
  }
  if (licence === null) return
  await database
    .insertInto('licences')
    .values({
      id: `licence-${imei}`,
      user_id: userId,
      licence_type: 'PREMIUM',
      licence_key: imei,
      seats: 1,
      days: 30,
      expires_at: licence.expiresAt,
      created_at: now,
      demo: false,
    })
    .execute()
  await database
    .updateTable('devices')
    .set({ licence_id: `licence-${imei}` })
    .where('id', '=', id)
    .execute()
}
