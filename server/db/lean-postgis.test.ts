import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leanBundle, recordsOf } from './lean-postgis.ts'

const published = new URL('postgis.tar.gz', import.meta.resolve('@electric-sql/pglite-postgis'))
/** It unpacks 95 MB. */
const patience = { timeout: 60_000 }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-postgis-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test(
  'of PostGIS its library, its projections and what makes it in a new database are left, made once',
  patience,
  async () => {
    const kept = join(folder, 'postgis')
    const lean = await leanBundle(published, kept)
    const records = recordsOf(gunzipSync(readFileSync(lean)))
    const used = records.filter(({ name }) => !name.startsWith('share/proj/'))
    expect(used.map(({ name }) => name).toSorted()).toEqual([
      'lib/postgresql/postgis-3.so',
      'share/postgresql/extension/postgis--3.6.2.sql',
      'share/postgresql/extension/postgis.control',
    ])
    expect(records.map(({ name }) => name)).toContain('share/proj/proj.db')
    const original = new Map(recordsOf(gunzipSync(readFileSync(published))).map(({ name, bytes }) => [name, bytes]))
    expect(records.every(({ name, bytes }) => original.get(name)?.equals(bytes) === true)).toBe(true)

    const { mtimeMs } = statSync(lean)
    expect(await leanBundle(published, kept)).toEqual(lean)
    expect(statSync(lean).mtimeMs).toBe(mtimeMs)
  },
)

test(
  'what an earlier version of it left makes way; where nothing can be kept the published one is used',
  patience,
  async () => {
    const former = join(folder, 'postgis-1.tar.gz')
    writeFileSync(former, '')
    await leanBundle(published, folder)
    expect(() => statSync(former)).toThrow('ENOENT')

    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await leanBundle(published, join(file, 'postgis'))).toEqual(published)
  },
)
