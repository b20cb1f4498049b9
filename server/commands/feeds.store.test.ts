import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { feedsRun, feedsStatus } from '#server/commands/feeds.ts'
import { createProgress } from '#server/commands/db/progress.ts'
import { readSettings } from '#server/config.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { alertOf, zipOf } from '#server/feeds/testing/cap.ts'
import { camera } from '#server/feeds/testing/overpass.ts'

const data = join(process.env['SHARED_DIR'] ?? '../shared', 'data')
const cameraFile = join(data, 'speedcams/osm_speedcams_2018_DERIVED_overpass.json')
const berlinFile = join(data, 'speedcams/osm_enforcement_berlin_DERIVED_overpass.json')
const warningFile = join(data, 'dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip')
const motorwayFiles = ['a1_warning', 'a81_closure', 'a8_roadworks'].map((name) =>
  join(data, `autobahn/${name}_transcribed.json`),
)
const isMissing = ![cameraFile, berlinFile, warningFile, ...motorwayFiles].every((file) => existsSync(file))

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-feeds-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeOnBothDatabases('the commands for feeds', (database) => {
  const clock = clockAt('2026-11-21T12:00:00Z')
  const run = async (command: Command, ...args: string[]) => {
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const outcome = await command.run({ database, clock, settings: readSettings({}), say }, args)
    return { lines, outcome }
  }
  const refusal = (...args: string[]) =>
    run(feedsRun, ...args).then(
      () => 'no refusal',
      (problem: unknown) => (problem instanceof CommandProblem ? problem.message : 'a crash'),
    )

  test.skipIf(isMissing)('say what was read and what that changed', async () => {
    const first = await run(feedsRun, 'overpass', '--file', cameraFile)
    expect(first.lines).toEqual([
      '3012 gelesen, 3009 übernommen, 2 keine Blitzer, 1 außer Betrieb.',
      'Blitzer und Gefahrenstellen aus OpenStreetMap: 3009 neu.',
    ])
    expect(first.outcome).toMatchObject({ feed: 'overpass', outcome: 'imported', counts: { read: 3012, added: 3009 } })
    const second = await run(feedsRun, 'overpass', '--file', cameraFile)
    expect(second.lines[1]).toBe('Blitzer und Gefahrenstellen aus OpenStreetMap: nichts geändert.')
  })

  test.skipIf(isMissing)('take several files as one state', async () => {
    for (const args of [
      ['--file', cameraFile, berlinFile],
      ['--file', cameraFile, '--file', berlinFile],
    ]) {
      const { outcome } = await run(feedsRun, 'overpass', ...args)
      expect(outcome).toMatchObject({ counts: { read: 3015, kept: 3011 } })
    }
  })

  test.skipIf(isMissing)('take the saved answers about all motorways together', async () => {
    const { lines } = await run(feedsRun, 'autobahn', '--file', ...motorwayFiles)
    expect(lines).toEqual(['4 gelesen, 3 übernommen, 1 abgelaufen.', 'Verkehrslage der Autobahn GmbH: 3 neu.'])
  })

  test.skipIf(isMissing)('count warnings that are over as such', async () => {
    const { lines } = await run(feedsRun, 'cap', '--file', warningFile)
    expect(lines[0]).toBe('3 gelesen, 3 abgelaufen.')
  })

  test.skipIf(isMissing)(
    'change nothing for a file that is cut off, empty or of the wrong kind, and say why',
    async () => {
      await run(feedsRun, 'overpass', '--file', berlinFile)
      const file = (name: string, bytes: Uint8Array) => {
        writeFileSync(join(folder, name), bytes)
        return join(folder, name)
      }
      const cutOff = file('halb.json', readFileSync(cameraFile).subarray(0, 100_000))
      expect(await refusal('overpass', '--file', cutOff)).toContain(
        'Nichts importiert: halb.json ist abgeschnitten oder beschädigt (Zeile ',
      )
      const empty = file('leer.json', new Uint8Array())
      expect(await refusal('overpass', '--file', empty)).toContain('Nichts importiert: leer.json ist leer.')
      expect(await refusal('overpass', '--file', warningFile)).toContain('ist keine JSON-Antwort von Overpass.')
      expect(await refusal('cap', '--file', cameraFile)).toContain('ist weder ein Zip-Archiv noch eine XML-Datei.')
      const halfZip = file('halb.zip', readFileSync(warningFile).subarray(0, 60_000))
      expect(await refusal('cap', '--file', halfZip)).toContain(
        'halb.zip ist abgeschnitten oder kein lesbares Zip-Archiv.',
      )
      expect(await refusal('overpass', '--file', join(folder, 'fehlt.json'))).toMatch(
        /fehlt\.json lässt sich nicht lesen\.$/,
      )
      expect(await refusal('overpass', '--file', folder)).toMatch(/lässt sich nicht lesen\.$/)

      const { lines } = await run(feedsStatus)
      expect([...lines.slice(0, 6), lines.at(-1)]).toEqual([
        'overpass: Blitzer und Gefahrenstellen aus OpenStreetMap, Stand vor 0 Minuten',
        '  3 gelesen, 2 übernommen, 1 mit ihrem Gerät zusammengeführt',
        expect.stringMatching(/^ {2}Letzter Versuch fehlgeschlagen: .* keine JSON-Antwort von Overpass$/),
        'cap: Unwetterwarnungen des Deutschen Wetterdienstes, noch nie importiert',
        '  Letzter Versuch fehlgeschlagen: halb.zip ist abgeschnitten oder kein lesbares Zip-Archiv',
        'roadworks: Baustellen in Baden-Württemberg von MobiData BW, noch nie importiert',
        'unfallatlas: Unfallschwerpunkte Motorrad aus dem Unfallatlas, noch nie importiert',
      ])
    },
  )

  test('take small answers of each source, several files as one state, and change nothing for any other file', async () => {
    const file = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const answer = (...elements: object[]) => JSON.stringify({ version: 0.6, elements })
    const first = file('erste.json', answer(camera(), camera({ maxspeed: '50' }, 2)))
    const second = file('zweite.json', answer(camera({}, 3), camera({ disused: 'yes' }, 4)))
    const cameras = await run(feedsRun, 'overpass', '--file', first, second)
    expect(cameras.lines).toEqual([
      '4 gelesen, 3 übernommen, 1 außer Betrieb.',
      'Blitzer und Gefahrenstellen aus OpenStreetMap: 3 neu.',
    ])
    const again = await run(feedsRun, 'overpass', '--file', first, '--file', second)
    expect(again.lines[1]).toBe('Blitzer und Gefahrenstellen aus OpenStreetMap: nichts geändert.')

    const coordinate = { lat: 48.9, long: 8.6 }
    const item = { identifier: 'a', display_type: 'WARNING', title: 'A8', subtitle: '', future: false, description: [] }
    const motorways = await run(
      feedsRun,
      'autobahn',
      '--file',
      file('a8.json', JSON.stringify({ warning: [{ ...item, coordinate }] })),
      file('a5.json', JSON.stringify({ warning: [{ ...item, identifier: 'b', title: 'A5', coordinate }] })),
    )
    expect(motorways.lines).toEqual(['2 gelesen, 2 übernommen.', 'Verkehrslage der Autobahn GmbH: 2 neu.'])
    const warnings = file('warnungen.zip', zipOf(alertOf()))
    expect((await run(feedsRun, 'cap', '--file', warnings)).lines[0]).toBe('1 gelesen, 1 abgelaufen.')

    const cutOff = file('halb.json', readFileSync(first).subarray(0, 60))
    expect(await refusal('overpass', '--file', cutOff)).toContain('halb.json ist abgeschnitten oder beschädigt (')
    expect(await refusal('overpass', '--file', file('leer.json', ''))).toContain('leer.json ist leer.')
    expect(await refusal('cap', '--file', first)).toContain('ist weder ein Zip-Archiv noch eine XML-Datei.')
    const halfZip = file('halb.zip', readFileSync(warnings).subarray(0, 200))
    expect(await refusal('cap', '--file', halfZip)).toContain(
      'halb.zip ist abgeschnitten oder kein lesbares Zip-Archiv.',
    )
    const { lines } = await run(feedsStatus)
    expect(lines).toContain('  Letzter Versuch fehlgeschlagen: leer.json ist leer')
  })

  test('find accident hotspots in tables, show how far they are, and name the lines that were left out', async () => {
    const header = 'OBJECTID;ULAND;UJAHR;UMONAT;UKATEGORIE;IstKrad;XGCSWGS84;YGCSWGS84'
    const months = Array.from({ length: 12 }, (_, month) => `0;6;2025;${month + 1};3;0;;`)
    const accidents = [1, 2, 3].map((number) => `${number};6;2025;7;2;1;8,4579;50,2325`)
    const broken = ['4;6;2025;7;2;1;;', '5;6;2025;7;2;1;2,35;48,86', '6;6;x;7;2;1;8,4;50,2', '7;6', '8;6', '9;6']
    const path = join(folder, 'Unfallorte2025_EPSG25832_CSV.zip')
    const table = Buffer.from([header, ...months, ...accidents, ...broken, ''].join('\r\n'), 'latin1')
    writeFileSync(path, zipSync({ 'csv/Unfallorte_2025_LinRef.csv': table }))

    const shown: string[] = []
    const progress = createProgress({ terminal: false, write: (text) => void shown.push(text) })
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const context = { database, clock, settings: readSettings({}), say, progress }
    const outcome = await feedsRun.run(context, ['unfallatlas', '--file', path])
    expect(lines).toEqual([
      '21 gelesen, 3 übernommen, 4 unlesbar, 1 ohne Ort, 1 außerhalb Deutschlands, 12 ohne Kraftrad.',
      '  unlesbar: Unfallorte2025_EPSG25832_CSV.zip, Zeile 19, 20, 21',
      '  ohne Ort: Unfallorte2025_EPSG25832_CSV.zip, Zeile 17',
      '  außerhalb Deutschlands: Unfallorte2025_EPSG25832_CSV.zip, Zeile 18',
      'Unfallschwerpunkte Motorrad aus dem Unfallatlas: 1, 1 neu.',
    ])
    expect(outcome).toMatchObject({ feed: 'unfallatlas', outcome: 'imported', hotspots: 1, counts: { added: 1 } })
    expect(shown.map((text) => text.trim())).toEqual([
      'Unfälle einlesen: 100 %',
      'Unfallschwerpunkte suchen: 75 %',
      'Unfallschwerpunkte suchen: 100 %',
    ])
    expect(await refusal('unfallatlas', '--file', cameraFile)).toMatch(/^Nichts importiert: .*(keine Tabelle|lesen)/)
  })

  test.each([
    [[], 'Bitte eine Quelle nennen: overpass|cap|roadworks|autobahn|osm-closures|unfallatlas'],
    [['blitzer'], 'Bitte eine Quelle nennen: overpass|cap|roadworks|autobahn|osm-closures|unfallatlas'],
    [['cap', 'datei.zip'], 'Bitte Dateien mit --file nennen.'],
    [['cap', '--datei', 'x'], 'Aufruf unklar'],
  ])('refuse %j', async (args, message) => {
    expect(await refusal(...args)).toContain(message)
  })
})
