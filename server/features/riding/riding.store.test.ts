import { expect, test } from 'vitest'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import { poiTypes } from '#contract/pois/pois.ts'
import { riding } from '#contract/riding/riding.ts'
import { destination } from '#domain/geo/geo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { tilesKnownAt } from '#domain/riding/hazard-tiles.ts'
import { covers } from '#domain/riding/weather-areas.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import { hazardTypes } from '#domain/riding/hazards.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import type { PoiRecord, WarningRecord } from '#server/feeds/feed.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { createRidingStore } from './riding.store.ts'
import { createWeatherStore } from '#server/features/weather/weather.store.ts'
import { createRidingService } from './riding.service.ts'

const hannover = { latitude: 52.37, longitude: 9.73 }
const stays = new AbortController().signal

describeOnBothDatabases('the hazards of a ride', (database) => {
  const clock = clockAt('2026-11-21T12:00:00.000Z')
  const service = createRidingService({
    pois: createPoisStore(database, 'real'),
    riding: createRidingStore(database, 'real'),
    weather: createWeatherStore(database, 'real'),
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
    const hazard = { id: 'a', ...hannover, direction: null, isReported: false, line: null, conditions: null }
    const weather = { status: 'ok', areas: [] }
    const answer = (type: string) => ({ hazards: [{ ...hazard, type }], truncated: false, weather })
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

  test('a hotspot comes with the conditions that its reason names', async () => {
    const note = '7 Motorradunfälle 2018–2020, 3 schwer, meist nass, bei Dunkelheit. Zu erwarten: etwa 1,0 im Jahr.'
    await fill([
      here('hotspot', { poiType: 'AccidentHotspotMoto', note }),
      here('work', { poiType: 'LongTermRoadwork', note, ...destination(hannover, 5_000, 0) }),
    ])
    const byType = new Map((await answered()).map((each) => [each.type, each.conditions]))
    expect(byType.get('AccidentHotspotMoto')).toEqual(['dark', 'wet'])
    expect(byType.get('LongTermRoadwork')).toBeNull()
  })

  test('the weather comes by tiles: each has the part of a warning in it, holes too, and none of what is over, is heat or is advance information', async () => {
    const ring = (metres: number) =>
      [45, 135, 225, 315, 45].map((bearing): [number, number] => {
        const { latitude, longitude } = destination(hannover, metres, bearing)
        return [longitude, latitude]
      })
    const warned = (id: string, more: Partial<WarningRecord> = {}): WarningRecord => ({
      id,
      warningType: 'STARKREGEN',
      headline: '',
      description: '',
      instruction: null,
      level: 2,
      regionName: 'Hannover',
      area: { type: 'MultiPolygon', coordinates: [[ring(40_000), ring(10_000)]] },
      validFrom: '2026-11-21T11:00:00Z',
      validUntil: null,
      sentAt: '2026-11-21T10:00:00Z',
      attribution: 'Quelle: Deutscher Wetterdienst',
      aboveMetres: null,
      belowMetres: null,
      ...more,
    })
    const records = [
      warned('rain'),
      warned('heat', { warningType: 'HITZE' }),
      warned('possible', { level: 4, advance: true }),
      warned('over', { validUntil: '2026-11-21T11:30:00Z' }),
    ]
    await createWeatherImport(database).replace(
      { source: 'test', attribution: '', edition: 0, at: clock.now(), records },
      async () => undefined,
    )
    const tiles = await Promise.all(tilesKnownAt(hannover).map((tile) => service.hazards(tile, stays)))
    const areas = tiles.flatMap(({ weather }) => weather.areas)
    expect(new Set(areas.map(({ id }) => id)).size).toBe(1)
    expect(areas[0]).toMatchObject({ kind: 'rain', level: 2, validUntil: null })
    const isIn = (metres: number) => areas.some((area) => covers(area, destination(hannover, metres, 80)))
    expect([5_000, 20_000, 45_000].map(isIn)).toEqual([false, true, false])
    expect(riding.hazards.reply.safeParse(tiles[0]).success).toBe(true)
  })

  test('what is over is not warned of', async () => {
    await fill([here('over', { poiType: 'Obstacle', expiresAt: '2026-11-21T11:59:00.000Z' })])
    expect(await answered()).toEqual([])
  })
})
