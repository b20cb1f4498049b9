import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import type { Extension } from '@electric-sql/pglite'
import { postgis } from '@electric-sql/pglite-postgis'

/**
 * PostGIS for PGlite without what the product has no use for. As it is published it unpacks 95 MB whenever a database is
 * opened and compiles three libraries, of which PostGIS itself is one: half of what opening costs.
 * @param folder its own, for what is left of the published one: made once, and after every update of it.
 */
export function leanPostgis(folder: string): Extension {
  return {
    ...postgis,
    async setup(database, options) {
      const published = await postgis.setup(database, options)
      return { ...published, bundlePath: await leanBundle(published.bundlePath, folder) }
    },
  }
}

/** What is left of the published bundle, in the folder; the published one itself where there is no room. */
export async function leanBundle(published: URL, folder: string): Promise<URL> {
  try {
    const name = `postgis-${(await stat(published)).size}.tar.gz`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const there = await readdir(folder)
    if (!there.includes(name)) {
      await Promise.all(there.map((other) => rm(join(folder, other), { recursive: true })))
      await write(join(folder, name), await leanArchive(await readFile(published)))
    }
    return pathToFileURL(join(folder, name))
  } catch {
    return published
  }
}

/** Whole or not at all, also after a power cut. */
async function write(path: string, content: Buffer): Promise<void> {
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

/** Other extensions, what brings older databases up to this version, and scripts to be run by hand. */
const unused = /postgis_(raster|topology|tiger_geocoder)|--(ANY|unpackaged)|\/contrib\//

async function leanArchive(published: Buffer): Promise<Buffer> {
  const archive = await promisify(gunzip)(published)
  const used = recordsOf(archive).filter(({ name }) => !unused.test(name))
  const end = Buffer.alloc(2 * blockBytes)
  return promisify(gzip)(Buffer.concat([...used.map(({ bytes }) => bytes), end]), { level: constants.Z_BEST_SPEED })
}

const blockBytes = 512

/** The files of a tar archive, each with its header (POSIX.1-2017, pax, "ustar Interchange Format"). */
export function recordsOf(archive: Buffer): { name: string; bytes: Buffer }[] {
  const records: { name: string; bytes: Buffer }[] = []
  for (let at = 0; at + blockBytes <= archive.length && archive[at] !== 0;) {
    const text = (from: number, length: number) =>
      archive.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12), 8)
    if (Number.isNaN(size)) throw new RangeError('not a tar archive')
    const end = at + blockBytes * (1 + Math.ceil(size / blockBytes))
    records.push({ name: [text(345, 155), text(0, 100)].filter(Boolean).join('/'), bytes: archive.subarray(at, end) })
    at = end
  }
  return records
}
