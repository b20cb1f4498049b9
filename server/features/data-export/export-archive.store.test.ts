import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import { type HiddenArea, hiddenAreaOf } from '#domain/privacy-zones/privacy-zones.ts'
import { instant } from '#domain/track-export/numbers.ts'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putWorld } from '#server/db/testing/writers.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createDataExportStore } from './data-export.store.ts'
import { createExportArchive } from './export-archive.ts'
import { dataExportFile } from './exported-parts.ts'
import { createExportedRowsStore } from './exported-rows.store.ts'

const at = new Date('2026-11-21T12:00:00Z')
/** What the tests look for in the file. */
const rows = z.array(z.looseObject({}))
const file = z.string().nullable()
const found = z.looseObject({
  devices: z.array(z.looseObject({ imei: z.string() })),
  alarms: z.array(z.looseObject({ latitude: z.number().nullable(), longitude: z.number().nullable() })),
  pictures: z.array(z.looseObject({ file })),
  tracks: z.array(z.looseObject({ deviceId: z.string(), file, positions: z.number(), from: file, to: file })),
  dossierChanges: rows,
})
const jsonSchema = z.looseObject({ title: z.string(), required: z.array(z.string()) })

async function exportOf(database: Database, userId: string, areas: readonly HiddenArea[] = []) {
  const parts = { rows: createExportedRowsStore(database), positions: createPositionsStore(database) }
  const archive = await createExportArchive(parts)({ userId, email: `${userId}@example.org`, areas, at })
  const chunks: Uint8Array[] = []
  for await (const chunk of archive.bytes) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const files = new Map(Object.entries(unzipSync(bytes)))
  const textOf = (name: string) => strFromU8(files.get(name) ?? new Uint8Array())
  return { bytes, files, textOf, data: found.parse(dataExportFile.parse(JSON.parse(textOf('daten.json')))) }
}

describeOnBothDatabases('the archive of an account', (database) => {
  beforeEach(async () => {
    await putWorld(database)
    await createDataExportStore(database).request({ id: 'export-1', userId: 'anna', withoutPrivacyZones: false, at })
  })

  test('contains everything that is stored about it, as its schema says, and nothing of others', async () => {
    const { data, files, textOf } = await exportOf(database, 'anna')
    expect(data.account).toMatchObject([{ id: 'anna', email: 'anna@example.org' }])
    expect(data.devices.map(({ imei }) => imei)).toEqual(['350000000000001', '350000000000003'])
    expect(data.trackers).toHaveLength(2)
    expect(data.alarms.length).toBeGreaterThan(0)
    expect(data.sessions).toHaveLength(2)
    expect(data.dossierLinks).toHaveLength(2)
    expect(data.deviceOffers).toMatchObject([{ email: 'bert@example.org' }])
    expect(data.ownPois).toMatchObject([{ latitude: 49.0069, longitude: 8.4037 }])
    expect(data.poiReports).toMatchObject([{ poiId: 'report-1' }])
    expect(data.reportedPois).toMatchObject([{ id: 'report-1', type: 'Accident' }])
    expect(data.pushSubscriptions).toMatchObject([{ service: 'push.example.org' }])
    expect(data.pictures.map(({ file }) => file)).toEqual(['bilder/picture-1.webp', 'bilder/picture-2.webp'])
    expect(data.activities).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ kind: 'data-export-asked' })]),
    )
    for (const { file } of [...data.tracks, ...data.pictures]) expect([...files.keys()]).toContain(file)
    const everything = [...files.keys()].map(textOf).join('')
    expect(everything).not.toContain('350000000000002')
    expect(everything).not.toContain('device-350000000000002')
  })

  test('has the schema of its data beside it, which other programs can check them by', async () => {
    const { textOf } = await exportOf(database, 'anna')
    const schema = jsonSchema.parse(JSON.parse(textOf('schema.json')))
    const data: unknown = JSON.parse(textOf('daten.json'))
    expect(z.fromJSONSchema(schema).safeParse(data).error).toBeUndefined()
    expect(z.fromJSONSchema(schema).safeParse({ ...z.looseObject({}).parse(data), devices: [{}] }).success).toBe(false)
    expect(schema.required).toEqual(Object.keys(dataExportFile.shape))
  })

  test('contains no secret, however it is written', async () => {
    const { files, textOf } = await exportOf(database, 'anna')
    const everything = [...files.keys()].map(textOf).join('')
    const secrets = await secretsOf(database)
    expect(secrets.length).toBeGreaterThan(5)
    for (const secret of secrets) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(everything).not.toContain(secret.toString(encoding))
    }
    expect(everything).not.toContain('https://push.example.org/')
  })

  test('has the positions of each device in a file that is valid GPX 1.1, and their number in the data', async () => {
    const { data, textOf } = await exportOf(database, 'anna')
    expect(data.tracks.map(({ deviceId }) => deviceId)).toEqual(['device-350000000000001', 'device-350000000000003'])
    for (const { file, positions, from, to } of data.tracks) {
      const gpx = textOf(file ?? '')
      expect(gpx.match(/<trkpt /g)).toHaveLength(positions)
      expect(gpx).toContain(`<time>${instant(from ?? '')}</time>`)
      expect(gpx).toContain(`<time>${instant(to ?? '')}</time>`)
      expect(faultsOf(gpx)).toEqual([])
    }
  })

  test('without the places in privacy zones names none of them in any file', async () => {
    const [alarm] = (await exportOf(database, 'anna')).data.alarms
    const home = { latitude: alarm?.latitude ?? 0, longitude: alarm?.longitude ?? 0 }
    const area = hiddenAreaOf({ ...home, radiusMetres: 500, shift: { eastMetres: 0, northMetres: 0 } })
    const { data, textOf } = await exportOf(database, 'anna', [area])
    expect(data.alarms.filter(({ latitude }) => latitude === home.latitude)).toEqual([])
    expect(data.alarms.length).toBeGreaterThan(0)
    const everywhere = ['daten.json', 'README.html', ...data.tracks.map(({ file }) => file ?? '')].map(textOf).join('')
    for (const written of [String(home.latitude), home.latitude.toFixed(7), home.latitude.toLocaleString('de-DE')])
      expect(everywhere).not.toContain(written)
    expect(textOf('README.html')).toContain('fehlen alle Orte in Ihren Privatzonen')
  })

  test('has a page that people can read, without scripts and without anything from the internet', async () => {
    await database.updateTable('devices').set({ name: '<script>alert(1)</script>' }).execute()
    const { textOf } = await exportOf(database, 'anna')
    const page = textOf('README.html')
    expect(page).toContain('Geräte')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    // An address that its owner has entered is a text.
    const ours = page.replaceAll('>https://home.example.org/hook<', '><')
    expect(ours).not.toMatch(/<script|https?:\/\/|src=|undefined|\[object/)
  })

  test('lists the first rows of a long part in the page, and all of them in the data', async () => {
    const { listedRows, rowsTogether } = dataExportServerLimits
    const before = (await exportOf(database, 'anna')).data.dossierChanges.length
    const most = 2 * rowsTogether + 5
    const change = { device_id: 'device-350000000000001', state: 'PARKED' as const, since: at, set_at: at }
    await database
      .insertInto('dossier_changes')
      .values(Array.from({ length: most }, () => change))
      .execute()
    const { data, textOf } = await exportOf(database, 'anna')
    expect(data.dossierChanges).toHaveLength(most + before)
    expect(textOf('README.html')).toContain(
      `Das sind die ersten ${listedRows} von ${(most + before).toLocaleString('de-DE')}. Alle stehen in daten.json.`,
    )
  })

  test('of an account with nothing is complete as well', async () => {
    const { data, files } = await exportOf(database, 'nobody')
    expect([...files.keys()]).toEqual(['daten.json', 'schema.json', 'README.html'])
    expect([data.devices, data.tracks, data.knownNetworks]).toEqual([[], [], [{ networks: 0, lastUsedAt: null }]])
  })
})

/** Every value that is no text, of every table: hashes, keys, and what is meant to be there. */
async function secretsOf(database: Database): Promise<Buffer[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea'
      and (table_name, column_name) not in (('uploads', 'picture'), ('consents', 'text_hash'))`.execute(database)
  const secrets: Buffer[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql<{ secret: Buffer }>`
      select ${sql.ref(column)} as secret from ${sql.table(table)} where length(${sql.ref(column)}) > 3`.execute(
      database,
    )
    secrets.push(...rows.map(({ secret }) => secret))
  }
  return secrets
}

const schema = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'data/gpx/gpx.xsd')
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

/** What xmllint finds; nothing where it, or the schema, is missing: `gpx.test.ts` counts that as skipped. */
function faultsOf(gpx: string): string[] {
  if (!hasXmllint || !existsSync(schema)) return []
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-export-'))
  const file = join(folder, 'track.gpx')
  writeFileSync(file, gpx)
  const { stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'))
}
