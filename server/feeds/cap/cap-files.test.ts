import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { alertOf, failureOf, readBytes, readDocuments, recordsOf, zipOf } from '#server/feeds/testing/cap.ts'

describe('an archive that is none', () => {
  test.each([
    ['', 'warnungen.zip ist leer'],
    ['<!DOCTYPE html><html><body>404</body></html>', 'warnungen.zip ist eine HTML-Seite'],
    ['{"warnings":{}}', 'warnungen.zip ist weder ein Zip-Archiv noch eine XML-Datei'],
    ['<gpx version="1.1"></gpx>', 'warnungen.zip enthält keine lesbare Warnung'],
  ])('"%s" is refused', async (body, reason) => {
    expect(await failureOf(strToU8(body))).toContain(reason)
  })

  test('is refused because it holds something else', async () => {
    expect(await failureOf(zipSync({ 'lies.txt': strToU8('hallo') }))).toBe('warnungen.zip enthält keine XML-Datei')
  })

  test('is read as no warning at all when it is empty', async () => {
    expect(await readBytes(zipSync({}))).toEqual({ records: [], read: 0, dropped: {}, swapped: 0 })
  })

  test('is read without what a Mac adds to it', async () => {
    const attributes = Uint8Array.from([0, 5, 22, 7, 120, 120])
    const packed = { '__MACOSX/._0.xml': attributes, '0.xml': strToU8(alertOf()) }
    expect(await readBytes(zipSync(packed))).toMatchObject({ read: 1, records: [{}], dropped: {} })
    expect(await failureOf(zipSync({ '__MACOSX/._0.xml': attributes }))).toBe('warnungen.zip enthält keine XML-Datei')
  })

  test('loses one broken warning of several, and says so', async () => {
    const broken = alertOf().slice(0, -20)
    expect(await readDocuments(broken, alertOf())).toMatchObject({ read: 2, records: [{}], dropped: { unreadable: 1 } })
  })
})

describe('a malicious file', () => {
  test('that would unpack to more than is allowed is refused before it is unpacked', async () => {
    const bomb = zipSync({ 'bomb.xml': new Uint8Array(51_000_000) }, { level: 1 })
    expect(bomb.length).toBeLessThan(500_000)
    expect(await failureOf(bomb)).toBe('warnungen.zip wäre entpackt zu groß')
  })

  test('with a false size is unpacked no further than it says', async () => {
    const archive = zipSync({ '0.xml': strToU8(alertOf()) })
    const directory = Buffer.from(archive).indexOf('PK\u0001\u0002', 0, 'latin1')
    new DataView(archive.buffer).setUint32(directory + 24, 300, true)
    expect(await failureOf(archive)).toContain('enthält keine lesbare Warnung')
    new DataView(archive.buffer).setUint32(directory + 24, 0xff_ff_ff_f0, true)
    expect(await failureOf(archive)).toBe('warnungen.zip wäre entpackt zu groß')
  })

  test('of thousands of files is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 3001 }, (_, index) => [`${index}.xml`, new Uint8Array()]))
    expect(await failureOf(zipSync(many, { level: 0 }))).toBe('warnungen.zip wäre entpackt zu groß')
  })

  test('with entities of its own is not read', async () => {
    const entity = '<!DOCTYPE alert [<!ENTITY boom SYSTEM "file:///etc/passwd">]>'
    const document = alertOf({ event: '&boom;' }).replace('?>', `?>${entity}`)
    expect(await failureOf(strToU8(document))).toContain('enthält keine lesbare Warnung')
  })

  test('of endlessly nested elements is not read', async () => {
    expect(await failureOf(strToU8(`${'<alert>'.repeat(100_000)}</alert>`))).toContain('keine lesbare Warnung')
  })
})

describe('whatever comes', () => {
  test('bytes are read or refused, never a reason to throw', async () => {
    const start = fc.constantFrom('', '<', 'PK\u0003\u0004', 'PK\u0005\u0006', '<alert>')
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), async (mark, bytes) => {
        await expect(readBytes(Buffer.concat([Buffer.from(mark, 'latin1'), bytes]))).resolves.toBeTypeOf('object')
      }),
      { numRuns: 150 },
    )
  })

  test('an archive with damaged bytes is read or refused', async () => {
    const archive = zipOf(alertOf(), alertOf({ identifier: '2.MUL' }))
    const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = archive.slice()
        for (const [index, value] of changes) bytes[index] = value
        await expect(readBytes(bytes)).resolves.toBeTypeOf('object')
      }),
      { numRuns: 150 },
    )
  })

  test('a document with pieces missing or doubled gives warnings with whole outlines or none', async () => {
    const whole = alertOf({ info: '<headline>x</headline>' })
    const cut = fc.tuple(fc.nat(whole.length), fc.nat(60), fc.boolean())
    await fc.assert(
      fc.asyncProperty(cut, async ([start, length, doubled]) => {
        const piece = whole.slice(start, start + length)
        const rest = whole.slice(start + length)
        const records = await recordsOf(whole.slice(0, start) + (doubled ? piece + piece : '') + rest)
        for (const { area, level, validFrom } of records) {
          expect([1, 2, 3, 4]).toContain(level)
          expect(Number.isNaN(Date.parse(validFrom))).toBe(false)
          for (const ring of area.coordinates.flat()) expect(ring.length).toBeGreaterThanOrEqual(4)
        }
      }),
      // An outline with half a pair.
      { numRuns: 150, examples: [[[446, 50, false]]] },
    )
  })
})
