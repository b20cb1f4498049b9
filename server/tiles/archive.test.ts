import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { openArchive } from './archive.ts'
import { writeArchive } from './testing/pmtiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-basemap-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bounds = [8, 48.5, 9.25, 50] as const
const tiles = [
  { zoom: 0, column: 0, row: 0, content: Buffer.from('the world') },
  { zoom: 5, column: 16, row: 10, content: Buffer.from('a part of it') },
]

function written(name: string, content: Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe.each([false, true])('an archive with its tiles in a leaf directory: %s', (inLeaf) => {
  const path = written(`sample-${inLeaf}.pmtiles`, writeArchive({ tiles, bounds, inLeaf }))

  it('says where it has tiles, and from which zoom to which', async () => {
    const archive = await openArchive(path)
    expect(archive.info).toMatchObject({ minZoom: 0, maxZoom: 5, bounds })
    await archive.close()
  })

  it('gives a tile as it is stored and unpacked, and nothing where there is none', async () => {
    const archive = await openArchive(path)
    const found = await archive.tile({ zoom: 5, column: 16, row: 10 })
    expect(String(found?.identity)).toBe('a part of it')
    expect(gunzipSync(found?.gzip ?? '').toString()).toBe('a part of it')
    expect(await archive.tile({ zoom: 5, column: 17, row: 10 })).toBeNull()
    expect(await archive.tile({ zoom: 6, column: 32, row: 20 })).toBeNull()
    await archive.close()
  })
})

it('has a version of its content, not of its file', async () => {
  const versions = [
    writeArchive({ tiles, bounds }),
    writeArchive({ tiles, bounds }),
    writeArchive({ tiles: tiles.slice(1), bounds }),
  ].map(async (content, index) => {
    const archive = await openArchive(written(`version-${index}.pmtiles`, content))
    await archive.close()
    return archive.info.version
  })
  const [one, same, other] = await Promise.all(versions)
  expect(one).toMatch(/^[0-9a-f]{12}$/)
  expect(same).toBe(one)
  expect(other).not.toBe(one)
})

describe('is refused at the start, with the reason, if it is', () => {
  it.each([
    { what: 'not there', path: join(folder, 'nothing.pmtiles'), reason: 'ist nicht lesbar' },
    { what: 'a folder', path: folder, reason: 'ist keine PMTiles-Datei' },
    { what: 'empty', path: written('empty.pmtiles', Buffer.alloc(0)), reason: 'ist keine PMTiles-Datei' },
    {
      what: 'another file',
      path: written('other.pmtiles', Buffer.from('PNG '.repeat(100))),
      reason: 'ist keine PMTiles-Datei',
    },
    {
      what: 'cut off',
      path: written('cut.pmtiles', writeArchive({ tiles, bounds }).subarray(0, 140)),
      reason: 'ist keine PMTiles-Datei',
    },
    {
      what: 'an archive of pictures',
      path: written('pictures.pmtiles', writeArchive({ tiles, bounds, tileType: 2 })),
      reason: 'erwartet werden Vektorkacheln',
    },
  ])('$what', async ({ path, reason }) => {
    await expect(openArchive(path)).rejects.toThrow(reason)
  })

  const pictures = join(process.env['SHARED_DIR'] ?? '../shared', 'data/basemap/stamen_toner_z3_world_raster.pmtiles')
  it.skipIf(!existsSync(pictures))('a real archive of pictures', async () => {
    await expect(openArchive(pictures)).rejects.toThrow('erwartet werden Vektorkacheln')
  })
})
