import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Extension, PGlite } from '@electric-sql/pglite'
import { postgis } from '@electric-sql/pglite-postgis'
import { sessionSettings } from '#server/db/connection/session-settings.ts'

/**
 * Opens an embedded database with PostGIS. PostGIS as it is published has 95 MB that are unpacked whenever a database is
 * opened, and three libraries that are compiled before it answers. That is most of what opening costs. Here the database
 * gets only the part that the product uses, and compiles it when it is first used.
 * @param folder of the data. The database has its own folder in it, and the used part of PostGIS is beside that.
 */
export async function openWithPostgis(folder: string): Promise<PGlite> {
  const database = await PGlite.create(join(folder, 'database'), { extensions: { postgis: settingsAlone } })
  for (const { path, content } of filesOf(await leanArchive(publishedBundle, join(folder, 'postgis')))) {
    database.copyToFS(`/pglite/${path}`, content, executable)
  }
  // The clients' connections outlive a session that is opened again.
  await database.exec(sessionSettings())
  return database
}

const publishedBundle = new URL('postgis.tar.gz', import.meta.resolve('@electric-sql/pglite-postgis'))
const executable = 0o755

/** Without the bundle, which PGlite would unpack. */
const settingsAlone: Extension = {
  ...postgis,
  async setup(database, options) {
    const published: { emscriptenOpts: unknown } = await postgis.setup(database, options)
    return { emscriptenOpts: published.emscriptenOpts }
  },
}

/**
 * The part of a published bundle that the product uses, as a tar archive. It is kept in the folder, and made once and
 * after every update of the bundle. If there is no room for it, it is made each time.
 */
export async function leanArchive(published: URL, folder: string): Promise<Buffer> {
  const kept = join(folder, `postgis-${(await stat(published)).size}.tar`)
  const known = await readFile(kept).catch(() => null)
  if (known !== null) return known
  const made = withoutUnused(await promisify(gunzip)(await readFile(published)))
  await keepAlone(kept, folder, made).catch(() => undefined)
  return made
}

/** Writes the file whole or not at all, also in a power cut, and removes those of earlier versions. */
async function keepAlone(path: string, folder: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const former of await readdir(folder)) await rm(join(folder, former), { recursive: true })
  const unfinished = `${path}.unfinished`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

/** Other extensions, scripts that update older databases, and scripts that are run by hand. */
const unused = /postgis_(raster|topology|tiger_geocoder)|--(ANY|unpackaged)|\/contrib\//

function withoutUnused(archive: Buffer): Buffer {
  const used = recordsOf(archive).filter(({ path }) => !unused.test(path))
  return Buffer.concat([...used.map(({ record }) => record), Buffer.alloc(2 * blockBytes)])
}

const blockBytes = 512

interface Entry {
  path: string
  content: Buffer
  /** With its header, and padded to a whole block. */
  record: Buffer
}

/** The files of a tar archive, without its folders and links. */
export function filesOf(archive: Buffer): Entry[] {
  return recordsOf(archive).filter(({ path, content }) => content.length > 0 && !path.endsWith('/'))
}

/** The entries of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format"). */
function recordsOf(archive: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + blockBytes <= archive.length && archive[at] !== 0;) {
    const text = (from: number, length: number) =>
      archive.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12), 8)
    if (Number.isNaN(size)) throw new RangeError('not a tar archive')
    const begin = at + blockBytes
    const end = begin + blockBytes * Math.ceil(size / blockBytes)
    entries.push({
      path: [text(345, 155), text(0, 100)].filter(Boolean).join('/'),
      content: archive.subarray(begin, begin + size),
      record: archive.subarray(at, end),
    })
    at = end
  }
  return entries
}
