import { expect, test } from 'vitest'
import { poisLimits } from '#contract/pois-limits.ts'
import { poiTypes } from '#contract/pois.ts'
import { riding } from '#contract/riding.ts'
import { destination } from '#domain/geo/geo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { tilesKnownAt } from '#domain/riding/hazard-tiles.ts'
import { hazardTypes } from '#domain/riding/hazards.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { randomId } from '#server/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { createRidingStore } from './riding.store.ts'
import { createRidingService } from './riding.service.ts'

const hannover = { latitude: 52.37, longitude: 9.73 }
const stays = new AbortController().signal

describeOnBothDatabases('the hazards of a ride', (database) => {
  const clock = clockAt('2026-11-21T12:00:00.000Z')
  const service = createRidingService({
    pois: createPoisStore(database, 'real'),
    riding: createRidingStore(database, 'real'),
    clock,
  })
  const fill = (records: readonly PoiRecord[]) =>
    createPoisImport(database, randomId).replace(
      { source: 'test', attribution: '© Test', edition: 0, at: clock.now(), records },
      async () => undefined,
    )
  const here = (sourceId: string, more: Partial<PoiRecord> = {}) => poiRecord({ sourceId, ...hannover, ...more })
  const answered = async () => {
    const answers = await Promise.all(tilesKnownAt(hannover).map((tile) => service.hazards(tile, stays)))
    return answers.flatMap(({ hazards }) => hazards)
  }

  test('no camera and no control is among them, whatever is stored and whatever its note says', async () => {
    const all = poiTypes.map((poiType, index) =>
      here(poiType, { ...destination(hannover, 1000 * index, 90), poiType, note: 'Blitzer', street: 'SpeedControl' }),
    )
    await fill(all.filter(({ poiType }) => poiType !== 'Weather'))
    const hazards = await answered()
    expect(new Set(hazards.map(({ type }) => type))).toEqual(new Set(hazardTypes))
    expect(JSON.stringify(hazards)).not.toMatch(/Blitzer|Control|Camera|DangerZone|PoliceSpotCheck|Tunnel/)
  })

  test('the shape of the answer refuses a camera that the rules would let through', () => {
    const hazard = { id: 'a', ...hannover, direction: null, isReported: false, line: null }
    const answer = (type: string) => ({ hazards: [{ ...hazard, type }], truncated: false })
    expect(riding.hazards.reply.safeParse(answer('Obstacle')).success).toBe(true)
    for (const type of ['MobileSpeedCamera', 'DangerZone', 'PoliceSpotCheck']) {
      expect(riding.hazards.reply.safeParse(answer(type)).success).toBe(false)
    }
  })

  test('a tile has what lies in it, with its direction, and all of it where that is more than a page', async () => {
    const crowd = Array.from({ length: poisLimits.pageSize + 20 }, (_, index) =>
      here(`${index}`, { ...destination(hannover, 40 * index, 180), poiType: 'AccidentHotspotMoto', direction: 90 }),
    )
    await fill([...crowd, here('far', { ...destination(hannover, 300_000, 0), poiType: 'Obstacle' })])
    const hazards = await answered()
    expect(hazards).toHaveLength(crowd.length)
    expect(hazards.every(({ direction, isReported }) => direction === 90 && !isReported)).toBe(true)
  })

  test('a hazard comes with the line of its road, if any of its sources knows it', async () => {
    const line = textOfLine([hannover, destination(hannover, 500, 90)])
    await fill([
      here('alone', { poiType: 'Slippery', line }),
      here('unknown', { poiType: 'Obstacle', ...destination(hannover, 5_000, 0) }),
    ])
    const byType = new Map((await answered()).map((each) => [each.type, each.line]))
    expect(byType).toEqual(
      new Map([
        ['Slippery', line],
        ['Obstacle', null],
      ]),
    )
    await fill([here('alone', { poiType: 'Slippery' })])
    expect((await answered()).map((each) => each.line)).toEqual([null])
  })

  test('what is over is not warned of', async () => {
    await fill([here('over', { poiType: 'Obstacle', expiresAt: '2026-11-21T11:59:00.000Z' })])
    expect(await answered()).toEqual([])
  })
})
