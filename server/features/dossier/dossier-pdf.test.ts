import { spawnSync } from 'node:child_process'
import sharp from 'sharp'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { DossierDocument } from './dossier-document.ts'
import { drawDossier } from './dossier-pdf.ts'
import { createPrintDossier } from './print-dossier.ts'
import { exampleDossier, fullDossier } from './testing/example.ts'
import { overprinted, printedItems } from './testing/printed-items.ts'
import { structureOf, untaggedWords } from './testing/structure.ts'

async function read(dossier: DossierDocument): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await drawDossier(dossier)))
  const { text } = await extractText(pdf, { mergePages: false })
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}

const picture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#a3241b' } })
    .jpeg()
    .toBuffer()

const ordinaryWords = (length: number) =>
  'Gut zu erkennen an der Beule im Tank, abgestellt in der Tiefgarage am Marktplatz nahe Kriegsstraße und Ettlinger Tor, zweite Ebene links neben der Ausfahrt, unter einer grauen Plane mit weißem Schriftzug der Werkstatt'.slice(
    0,
    length,
  )
const capitals = (length: number) => ordinaryWords(length).toUpperCase()

/** Points from the lower edge of a page; the footer is below it. */
const footBegins = 48

describe('the document for the police', () => {
  test('says on its first page what to search for, since when, where it is, and what not to do', async () => {
    const [first = ''] = await read(exampleDossier(200, 60))
    for (const words of [
      'Anzeige-Mappe: Fahrzeugdiebstahl',
      'Bitte holen Sie das Fahrzeug nicht selbst zurück.',
      'KA-ÖÜ 123',
      'Škoda Włóczęga',
      'Weiß mit grünem Streifen',
      'WB10A0305PZ123456',
      '356000 000000 019',
      'ST/1234567/2026',
      'Polizeirevier Karlsruhe- Marktplatz',
      'Zuletzt gesehen am 24.10.2026, 22:15:00 Uhr',
      'Halter Małgorzata Öztürk',
      'Telefon +49 (0)30 23125-042',
      'Eigentumsnachweis Fahrzeugschein-Nr. KA 12345, Rechnung vom 3. Mai 2024 beim Halter',
      'Verdacht seit 25.10.2026, 02:30:00 Uhr (00:30:00 UTC); eingetragen am 25.10.2026, 06:00:00 Uhr',
      'Gestohlen seit 25.10.2026, 06:10:00 Uhr (05:10:00 UTC)',
      'Letzte bekannte Position Kriegsstraße, Karlsruhe',
      'Zeit 25.10.2026, 04:49:00 Uhr (03:49:00 UTC), vor 8 Stunden bei Erstellung',
      'Genauigkeit ± 5 m',
      'Erstellt am 25.10.2026, 13:00:00 Uhr (12:00:00 UTC)',
      'Seite 1 von 3',
    ])
      expect(first).toContain(words)
    const [last] = exampleDossier(200, 60).track.newest
    expect(first).toContain(`${last?.latitude.toFixed(6)}, ${last?.longitude.toFixed(6)}`)
  })

  test("names the owner's details that are given, and nothing else", async () => {
    const example = exampleDossier(3, 60)
    const nothing = { ownerName: null, ownerPhone: null, ownershipProof: null }
    const withPhone = { ...example, details: { ...example.details, ...nothing, ownerPhone: '0721 1' } }
    const [phone] = await read(withPhone)
    expect(phone).toMatch(/Halter und Eigentum Telefon 0721 1 Zustand/)
    const [none] = await read({ ...example, details: { ...example.details, ...nothing } })
    expect(none).not.toMatch(/Halter und Eigentum|Telefon|Eigentumsnachweis/)
  })

  test('lists the newest positions first and says where the others are', async () => {
    const pages = await read(exampleDossier(200, 60))
    const [, second = '', third = ''] = pages
    expect(second).toContain('So erstatten Sie Anzeige')
    expect(second).toContain('Die neuesten 60 von 200 Positionen; alle stehen in der GPX-Datei')
    expect(second).toContain('14 Tage: Positionen vom 25.10.2026 werden am 08.11.2026 gelöscht.')
    const rows =
      `${second} ${third}`.match(/25\.10\.2026, \d\d:\d\d:\d\d (?:\d\d:\d\d:\d\d|25\.10\.2026, \S+) 4[89]\./g) ?? []
    expect(rows).toHaveLength(60)
    expect(rows[0]).toBe('25.10.2026, 04:49:00 03:49:00 49.')
    expect(rows.at(-1)).toBe('25.10.2026, 03:50:00 02:50:00 49.')
    expect(third).toContain('Seite 3 von 3')
  })

  test('tells the two hours of the night of the clock change apart by UTC', async () => {
    const text = (await read(exampleDossier(40, 60))).join(' ')
    expect(text).toContain('25.10.2026, 02:35:00 00:35:00 4')
    expect(text).toContain('25.10.2026, 02:05:00 01:05:00 4')
  })

  test('names the hour of that night where it shows a time without UTC', async () => {
    const example = exampleDossier(40, 60)
    const seenAt = (lastSeenAt: string) => read({ ...example, details: { ...example.details, lastSeenAt } })
    expect((await seenAt('2026-10-25T00:30:00.000Z')).join(' ')).toContain('25.10.2026, 02:30:00 Uhr MESZ')
    expect((await seenAt('2026-10-25T01:30:00.000Z')).join(' ')).toContain('25.10.2026, 02:30:00 Uhr MEZ')
  })

  test('without a theft or a position says why there is none', async () => {
    const none = { positions: 0, newest: [], line: [] }
    const example = exampleDossier(0, 60)
    const [prepared = ''] = await read({ ...example, changes: [], period: null, track: none })
    expect(prepared).toContain('Zustand: Abgestellt')
    expect(prepared).toContain('nicht als verdächtig oder gestohlen gemeldet')
    const silent = await read({ ...example, track: none })
    expect(silent[0]).toContain('hat das Ortungsgerät keine Position gemeldet')
    expect(silent.join(' ')).not.toContain('gelöscht')
  })

  test('contains the picture, states its language and title, and marks what is made up', async () => {
    const bytes = Buffer.from(await drawDossier({ ...exampleDossier(3, 60), picture: await picture(), demo: true }))
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    expect(await getMeta(pdf)).toMatchObject({ info: { Title: 'Anzeige-Mappe: Fahrzeugdiebstahl', Language: 'de-DE' } })
    expect(bytes.includes('/Subtype /Image')).toBe(true)
    expect((await extractText(pdf, { mergePages: true })).text).toContain('Beispieldaten, nicht echt')
  })

  test('can be read out: it is tagged, with headings, lists, a table, and words for its pictures', async () => {
    const bytes = await drawDossier({ ...exampleDossier(200, 60), picture: await picture() })
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const [first = [], second = [], third = []] = await structureOf(bytes)
    const roles = (lines: readonly string[], role: string) =>
      lines.filter((line) => line.trim().startsWith(`${role} `)).map((line) => line.trim())
    expect(roles(first, 'H1')).toEqual(['H1 Anzeige-Mappe: Fahrzeugdiebstahl'])
    expect(roles(first, 'H2')).toEqual([
      'H2 Fahrzeug',
      'H2 Anzeige und letzte Sichtung',
      'H2 Halter und Eigentum',
      'H2 Zustand: Gestohlen',
      'H2 Letzte bekannte Position',
      'H2 Skizze der Strecke (Norden ist oben, ohne Karte)',
    ])
    const plate = first.findIndex((line) => line.endsWith('Lbl Kennzeichen'))
    expect(first.slice(plate - 1, plate + 2).map((line) => line.trim())).toEqual([
      'LI',
      'Lbl Kennzeichen',
      'LBody KA-ÖÜ 123',
    ])
    expect(roles(first, 'Figure')).toEqual([
      expect.stringContaining('Figure (Foto des Fahrzeugs)'),
      expect.stringContaining('Figure (Skizze der Strecke vom Beginn zur letzten Position'),
    ])
    expect(roles(first, 'Link')).toEqual([expect.stringMatching(/^Link \d\d\.\d{6}, \d\.\d{6}$/)])
    expect(roles(second, 'Lbl')[0]).toBe('Lbl 1.')
    expect(roles(second, 'TH').map((line) => line.slice(3))).toEqual([
      'Deutsche Zeit',
      'UTC',
      'Breite, Länge (WGS 84)',
      'Genauigkeit',
      'Tempo',
      'Hinweis',
    ])
    // The table goes on, and the names of its columns are repeated for the eye alone.
    expect(roles(third, 'TH')).toEqual([])
    expect(roles(third, 'TD').length).toBeGreaterThan(6)
    expect([...first, ...second, ...third].join(' ')).not.toMatch(/Seite \d von/)
    expect(await untaggedWords(bytes)).toEqual([])
  })

  test('is tagged by the word of another program, and in German (needs pdfinfo)', async ({ skip }) => {
    if (spawnSync('pdfinfo', ['-v']).error !== undefined) return skip()
    const input = Buffer.from(await drawDossier(exampleDossier(3, 60)))
    const { stdout, stderr } = spawnSync('pdfinfo', ['-'], { input, encoding: 'utf8' })
    expect(stdout).toMatch(/^Tagged: +yes$/m)
    expect(stdout).toMatch(/^PDF version: +1\.7$/m)
    expect(stderr).toBe('')
    expect(input.includes('/Lang (de-DE)')).toBe(true)
    expect(input.includes('/DisplayDocTitle true')).toBe(true)
  })

  describe.each([
    { kind: 'ordinary words', textOf: ordinaryWords },
    { kind: 'capitals', textOf: capitals },
    { kind: 'one wide word', textOf: (length: number) => 'W'.repeat(length) },
    { kind: 'wide words', textOf: (length: number) => 'WWWWWWWW '.repeat(30).slice(0, length) },
  ])('with every text at its full length, in $kind', ({ textOf }) => {
    test('prints nothing over something else, nothing into the footer, and no empty page', async () => {
      const pages = await printedItems(await drawDossier(fullDossier(textOf, await picture())))
      expect(pages.length).toBeLessThan(6)
      for (const items of pages) {
        const foot = items.filter(({ baseline }) => baseline < footBegins).map(({ text }) => text)
        expect(foot.join(' ')).toMatch(/^Wegwarte, Anzeige-Mappe „[^“]*“, erstellt am [\d., :]+ Uhr Seite \d von \d$/)
        expect(items.length).toBeGreaterThan(foot.length)
        expect(overprinted(items)).toEqual([])
      }
    })

    test('draws the sketch below its heading', async () => {
      const pages = await read(fullDossier(textOf, await picture()))
      const withSketch = pages.filter((page) => page.includes('Skizze der Strecke'))
      expect(withSketch).toEqual([expect.stringMatching(/Beginn.*Letzte Position.*10 km/)])
    })
  })

  test.each([
    { kind: 'ordinary words', textOf: ordinaryWords },
    { kind: 'capitals', textOf: capitals },
  ])(
    'has the last position on the first page even beside the longest $kind, and the owner below it',
    async ({ textOf }) => {
      const pages = await read(fullDossier(textOf, await picture()))
      expect(pages[0]).toMatch(/Letzte bekannte Position .*Hinweis angezweifelt: womöglich veraltet/)
      expect(pages.join(' ')).toMatch(/Letzte bekannte Position .*Halter und Eigentum Halter .*Skizze/)
    },
  )

  test('names only the last position of a vehicle that does not move', async () => {
    const example = exampleDossier(1, 60)
    const [items = []] = await printedItems(await drawDossier(example))
    expect(items.map(({ text }) => text)).toContain('Letzte Position')
    expect(overprinted(items)).toEqual([])
  })

  test('prints a character that came as two as one, and a single question mark for what the font does not have', async () => {
    const example = exampleDossier(3, 60)
    const details = { ...example.details, lastSeenPlace: 'Alte Mu\u0308hle 🏍️ am Bahnhof 👨‍👩‍👧', model: 'Z\u030Cuk' }
    const [first] = await read({ ...example, deviceName: 'Mu\u0308ller', details })
    expect(first).toContain('Alte Mühle ? am Bahnhof ?')
    expect(first).toContain('Modell Žuk')
    expect(first).toContain('Mappe „Müller“')
  })

  test('never holds the event loop for 100 ms, however many ask at once', async () => {
    const print = createPrintDossier()
    // The thread's own processor time: on a busy machine the wall clock runs while the thread waits.
    const busyMs = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
    let longest = 0
    let before = busyMs()
    const heart = setInterval(() => {
      const now = busyMs()
      longest = Math.max(longest, now - before)
      before = now
    }, 5)
    const dossier = exampleDossier(2000, 60)
    const documents = await Promise.all([print(dossier), print(dossier)])
    clearInterval(heart)
    expect(documents.every((bytes) => bytes.length > 10_000)).toBe(true)
    expect(longest).toBeLessThan(100)
    // Each has a thread of its own, whose start alone takes seconds on a busy machine; as long as the product waits for both.
  }, 40_000)
})
