import { beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import type { StateChange } from '#domain/dossier/dossier.ts'
import { createDossierLinksStore } from './links/dossier-links.store.ts'
import { statementAnswers } from '#server/features/alarms/answers/statements.ts'
import { createDossierDetailsStore } from './dossier-details.store.ts'
import { createDossierStore } from './dossier.store.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { dossierLinkMail } from './links/dossier-link-mail.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { dossierLimits } from '#contract/dossier/dossier-limits.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const imei = '350000000000001'
const deviceId = `device-${imei}`
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const stolen: StateChange = { state: 'STOLEN', since: start, setAt: after(5) }
const details = {
  brand: 'KTM',
  model: null,
  colour: 'orange',
  plate: null,
  frameNumber: 'VBK1',
  lastSeenPlace: null,
  lastSeenAt: start.toISOString(),
  caseReference: 'ST/1',
  policeStation: null,
  ownerName: 'Erika Beispiel',
  ownerPhone: '030 23125 042',
  ownershipProof: null,
  withPicture: false,
}
const link = (id: string, expiresAt = after(60)) => ({
  id,
  deviceId,
  createdAt: start,
  expiresAt,
  revokedAt: null,
  lastOpenedAt: null,
  opened: 0,
})

describeOnBothDatabases('the dossier', (database, connection) => {
  const store = createDossierStore(database, statementAnswers, noQueue)
  const entries = createDossierDetailsStore(database)
  const links = createDossierLinksStore(database, noQueue)
  beforeEach(() => putTracker(database, start, { imei, mode: 'THEFT' }))

  test('stores what was entered, and only the newest of it', async () => {
    expect(await entries.entered(deviceId)).toBeNull()
    await entries.save(deviceId, { ...details, colour: 'rot' }, start)
    await entries.save(deviceId, details, after(1))
    expect(await entries.entered(deviceId)).toEqual(details)
  })

  test('keeps the history of states in order, one change at a time', async () => {
    const seen: number[] = []
    const add = () =>
      store.change(deviceId, stolen.setAt, (changes) => {
        seen.push(changes.length)
        return stolen
      })
    await Promise.all([add(), add(), add()])
    expect(seen).toEqual([0, 1, 2])
    expect(await store.changes(deviceId)).toEqual([stolen, stolen, stolen])
  })

  test('stays as it was when a change is refused', async () => {
    const refuse = () => {
      throw new RangeError('no')
    }
    await expect(store.change(deviceId, start, refuse)).rejects.toThrow('no')
    expect(await store.changes(deviceId)).toEqual([])
  })

  test('finds a link only by the hash of its token, and ends links with a change that says so', async () => {
    await links.add(link('first'), hashOf('token'))
    expect(await links.byHash(hashOf('token'))).toEqual(link('first'))
    expect(await links.byHash(hashOf('other'))).toBeNull()
    await store.change(deviceId, stolen.setAt, () => stolen)
    expect(await links.byHash(hashOf('token'))).toMatchObject({ revokedAt: stolen.setAt })
  })

  test('has at most ten open links; revoked ones do not count', async () => {
    const add = (index: number) => links.add(link(`link-${index}`), hashOf(`token-${index}`))
    const added = await Promise.all(Array.from({ length: 12 }, (_, index) => add(index)))
    expect(added.filter((outcome) => outcome === 'added')).toHaveLength(10)
    const [newest] = await links.of(deviceId)
    await links.revoke(deviceId, newest?.id ?? '', after(1))
    expect(await add(20)).toBe('added')
  })

  test('has links that end when consent is withdrawn, however often it is given again', async () => {
    const settings = (values: { consent_given: boolean; consent_at: Date | null; consent_withdrawn_at: Date }) =>
      database.updateTable('tracking_settings').set(values).where('device_id', '=', deviceId).execute()
    for (let index = 0; index < 10; index += 1) await links.add(link(`${index}`), hashOf(`${index}`))
    await settings({ consent_given: false, consent_at: null, consent_withdrawn_at: after(10) })
    expect(await links.byHash(hashOf('0'))).toMatchObject({ revokedAt: after(10) })
    await settings({ consent_given: true, consent_at: after(20), consent_withdrawn_at: after(10) })
    expect((await links.of(deviceId)).map((one) => one.revokedAt)).toEqual(Array(10).fill(after(10)))
    expect(await links.add({ ...link('new'), createdAt: after(30) }, hashOf('new'))).toBe('added')
    expect(await links.byHash(hashOf('new'))).toMatchObject({ revokedAt: null })
    expect(await links.revoke(deviceId, 'new', after(40))).toMatchObject({ revokedAt: after(40) })
  })

  test('has links that are consented to when they are made, and that all end when the consent is withdrawn', async () => {
    const ledger = async () => {
      const rows = await database.selectFrom('consents').selectAll().orderBy('id').execute()
      return rows.filter(({ purpose }) => purpose === 'police-folder').map(({ given, device_id }) => [given, device_id])
    }
    await links.add(link('one'), hashOf('one'))
    await links.add(link('two'), hashOf('two'))
    expect(await links.withdraw(deviceId, after(5))).toBe(2)
    expect(await links.withdraw(deviceId, after(6))).toBe(0)
    const listed = await database.selectFrom('activities').select(['kind', 'device_id']).orderBy('id').execute()
    expect(listed.slice(2)).toEqual([{ kind: 'dossier-consent-withdrawn', device_id: deviceId }])
    expect((await links.of(deviceId)).map(({ revokedAt }) => revokedAt)).toEqual([after(5), after(5)])
    expect(await ledger()).toEqual([
      [true, deviceId],
      [true, deviceId],
      [false, deviceId],
    ])
  })

  test('deletes what was entered when it is removed', async () => {
    await entries.save(deviceId, details, start)
    await store.remove(deviceId)
    expect(await entries.entered(deviceId)).toBeNull()
    expect(await database.selectFrom('dossiers').select('owner_phone').execute()).toEqual([])
  })

  test('deletes links that ended before, and no others', async () => {
    await links.add(link('old', after(10)), hashOf('old'))
    await links.add(link('new', after(30)), hashOf('new'))
    await deleteOld(database, new Date(after(20).getTime() + dossierLimits.endedLinkDays * dayMs))
    expect((await links.of(deviceId)).map(({ id }) => id)).toEqual(['new'])
  })

  test.each(['devices', 'users'] as const)('is erased with its row in %s', async (table) => {
    await entries.save(deviceId, details, start)
    await store.change(deviceId, stolen.setAt, () => stolen)
    await links.add(link('any'), hashOf('any'))
    await database.deleteFrom(table).execute()
    expect([await entries.entered(deviceId), await store.changes(deviceId), await links.of(deviceId)]).toEqual([
      null,
      [],
      [],
    ])
  })

  test('has each link with the e-mail about it, or neither is there', () =>
    expectQueued(connection, (queue) => createDossierLinksStore(database, queue).add(link('new'), hashOf('new')), [
      dossierLinkMail,
      { deviceId },
    ]))
})
