import { expect, test } from 'vitest'
import { hourMs } from '#contract/base/time-units.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { osmClosures } from '#server/feeds/osm/osm-closures.ts'
import { feedsServiceAt } from '#server/testing/feeds-service.ts'

const way = (id: number, tags: Record<string, string> = {}) => ({
  type: 'way',
  id,
  geometry: [0, 0.004, 0.01].map((east) => ({ lat: 48.5, lon: 8.2 + east + id / 1000 })),
  tags: { highway: 'tertiary', ref: `K ${id}`, 'motorcycle:conditional': 'no @ (Apr 01-Oct 31 Sa,Su,PH)', ...tags },
})
const answer = (...elements: object[]) => [{ name: 'antwort.json', bytes: Buffer.from(JSON.stringify({ elements })) }]

describeOnBothDatabases('closed roads of OpenStreetMap', (database) => {
  const clock = clockAt('2026-11-21T12:00:00.000Z')
  const service = feedsServiceAt(database, clock)
  const importOf = (...elements: object[]) => service.importFiles(osmClosures, answer(...elements))
  const shown = async () => {
    const rows = await database
      .selectFrom('current_closures')
      .select(['id', 'name', 'line', 'rules'])
      .orderBy('id')
      .execute()
    return rows.map(({ line, ...row }) => ({ ...row, corners: lineOfText(line).length }))
  }

  test('are kept with their line and what they say; open ones and footways are not', async () => {
    const open = way(2, { 'motorcycle:conditional': 'yes @ (Sa)' })
    const node = { type: 'node', id: 3, lat: 48.5, lon: 8.2, tags: { motorcycle: 'no' } }
    const lineless = { ...way(4), geometry: [] }
    expect(await importOf(way(1, { name: 'Höllsteige' }), way(1), open, node, lineless)).toMatchObject({
      outcome: 'imported',
      counts: { read: 5, kept: 1, added: 1, duplicate: 1, openToMotorcycles: 1, offRoad: 1, withoutPlace: 1 },
    })
    const rules = [{ access: 'closed', condition: 'Apr 01-Oct 31 Sa,Su,PH' }]
    expect(await shown()).toEqual([{ id: 'way/1', name: 'Höllsteige', rules, corners: 3 }])
  })

  test('follow their source: what is new, other or gone', async () => {
    await importOf(way(1), way(2), way(3))
    clock.advance(hourMs)
    const counts = { added: 1, changed: 1, removed: 1 }
    const changed = way(2, { motorcycle: 'no', 'motorcycle:conditional': '' })
    expect(await importOf(way(1), changed, way(4))).toMatchObject({ outcome: 'imported', counts })
    expect((await shown()).map(({ id, rules }) => [id, rules[0]?.condition === null])).toEqual([
      ['way/1', false],
      ['way/2', true],
      ['way/4', false],
    ])
  })

  test('stay when an answer is cut off, empty, or names much less', async () => {
    const all = Array.from({ length: 40 }, (_, index) => way(index + 1))
    await importOf(...all)
    const [whole] = answer(...all)
    const cut = [{ name: 'antwort.json', bytes: (whole?.bytes ?? Buffer.alloc(0)).subarray(0, 900) }]
    expect(await service.importFiles(osmClosures, cut)).toMatchObject({ outcome: 'failed' })
    expect(await importOf()).toMatchObject({ reason: expect.stringContaining('keinen einzigen Eintrag') })
    expect(await importOf(...all.slice(20))).toMatchObject({ reason: expect.stringContaining('20 statt 40') })
    expect(await shown()).toHaveLength(40)
  })
})
