import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import { recordConsent, type SaidConsent } from './consent-ledger.ts'
import { carryOver } from '#server/db/migrations/0052_consents.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const at = new Date('2026-11-22T13:03:00Z')
const later = new Date('2026-11-22T14:03:00Z')
const said: SaidConsent = {
  userId: 'anna',
  deviceId: 'device',
  deviceName: 'Enduro',
  purpose: 'theft-alarm',
  version: currentVersion('theft-alarm'),
  given: true,
  actor: 'owner',
  at,
}

describeOnBothDatabases('the ledger of consents', (database) => {
  beforeEach(async () => {
    await insertUser(database, 'anna', at)
    await insertDevice(database, { id: 'device', imei: '350000000000001', userId: 'anna' }, at)
  })

  const entries = () => database.selectFrom('consents').selectAll().orderBy('id').execute()

  test('keeps who said what to which text, with the hash of that text', async () => {
    await recordConsent(database, said)
    await recordConsent(database, { ...said, given: false, actor: 'product', at: later })
    const hash = hashOf(consentText('theft-alarm', said.version) ?? '')
    expect(await entries()).toMatchObject([
      { user_id: 'anna', device_id: 'device', device_name: 'Enduro', given: true, actor: 'owner', text_hash: hash, at },
      { purpose: 'theft-alarm', version: said.version, given: false, actor: 'product', text_hash: hash, at: later },
    ])
  })

  test('takes nothing for a text that there never was', async () => {
    await expect(recordConsent(database, { ...said, version: 1_000 })).rejects.toThrow(RangeError)
    expect(await entries()).toEqual([])
  })

  test('can be neither changed nor deleted', async () => {
    await recordConsent(database, said)
    await expect(sql`update consents set given = false`.execute(database)).rejects.toThrow('consents are only added')
    await expect(database.deleteFrom('consents').execute()).rejects.toThrow('consents are only added')
    expect(await entries()).toMatchObject([{ given: true }])
  })

  test('outlives the device, under the name it had, and goes with the account', async () => {
    await recordConsent(database, said)
    await database.deleteFrom('devices').execute()
    expect(await entries()).toMatchObject([{ device_id: 'device', device_name: 'Enduro' }])
    await database.deleteFrom('users').execute()
    expect(await entries()).toEqual([])
  })

  describe('begins with the consents from before there was a ledger:', () => {
    const settings = (values: {
      mode: 'THEFT' | 'BOTH' | null
      consent_given: boolean
      consent_at: Date | null
      consent_withdrawn_at: Date | null
    }) =>
      database
        .insertInto('tracking_settings')
        .values({ device_id: 'device', enabled: false, ...values })
        .execute()
    const carried = async () => {
      await carryOver(database)
      return (await entries()).map(({ purpose, given, at: saidAt, actor }) => [purpose, given, saidAt, actor])
    }

    test('to the one purpose of the mode, and to the text of then', async () => {
      await settings({ mode: 'THEFT', consent_given: true, consent_at: at, consent_withdrawn_at: null })
      expect(await carried()).toEqual([['theft-alarm', true, at, 'owner']])
      const hash = hashOf(consentText('theft-alarm', 1) ?? '')
      expect(await entries()).toMatchObject([{ version: 1, text_hash: hash, device_name: 'Gerät', user_id: 'anna' }])
    })

    test('to both purposes, if the mode had both or none was chosen', async () => {
      await settings({ mode: null, consent_given: true, consent_at: later, consent_withdrawn_at: at })
      expect(await carried()).toEqual([
        ['movement-profile', false, at, 'owner'],
        ['theft-alarm', false, at, 'owner'],
        ['movement-profile', true, later, 'owner'],
        ['theft-alarm', true, later, 'owner'],
      ])
    })

    test('a withdrawal', async () => {
      await settings({ mode: 'THEFT', consent_given: false, consent_at: null, consent_withdrawn_at: at })
      expect(await carried()).toEqual([['theft-alarm', false, at, 'owner']])
    })

    test('one of unknown date, as written by the product now', async () => {
      await settings({ mode: 'THEFT', consent_given: true, consent_at: null, consent_withdrawn_at: null })
      expect(await carried()).toEqual([['theft-alarm', true, expect.any(Date), 'product']])
    })

    test('none where nothing was ever said', async () => {
      await settings({ mode: 'THEFT', consent_given: false, consent_at: null, consent_withdrawn_at: null })
      expect(await carried()).toEqual([])
    })
  })
})
