import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesOf, leanArchive } from './lean-postgis.ts'

const published = new URL('postgis.tar.gz', import.meta.resolve('@electric-sql/pglite-postgis'))
/** It unpacks 95 MB. */
const patience = { timeout: 60_000 }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-postgis-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test(
  'of PostGIS only the library, the projections and the scripts for a new database are kept, and prepared once',
  patience,
  async () => {
    const kept = join(folder, 'postgis')
    const files = filesOf(await leanArchive(published, kept))
    const paths = files.map(({ path }) => path)
    expect(paths.filter((path) => !path.startsWith('share/proj/')).toSorted()).toEqual([
      'lib/postgresql/postgis-3.so',
      'share/postgresql/extension/postgis--3.6.2.sql',
      'share/postgresql/extension/postgis.control',
    ])
    expect(paths).toContain('share/proj/proj.db')
    const original = new Map(filesOf(gunzipSync(readFileSync(published))).map(({ path, content }) => [path, content]))
    expect(files.every(({ path, content }) => original.get(path)?.equals(content) === true)).toBe(true)

    const [name = ''] = readdirSync(kept)
    const { mtimeMs } = statSync(join(kept, name))
    expect(filesOf(await leanArchive(published, kept)).map(({ path }) => path)).toEqual(paths)
    expect(statSync(join(kept, name)).mtimeMs).toBe(mtimeMs)
  },
)

test(
  'an archive of an earlier version is removed; where nothing can be kept, it is prepared each time',
  patience,
  async () => {
    const former = join(folder, 'postgis-1.tar')
    writeFileSync(former, '')
    const archive = await leanArchive(published, folder)
    expect(() => statSync(former)).toThrow('ENOENT')

    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(archive.equals(await leanArchive(published, join(file, 'postgis')))).toBe(true)
  },
)
