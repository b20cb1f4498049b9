import { describe, expect, test } from 'vitest'
import { type Poi, poiCategories, type PoiCategory } from '#contract/pois/pois.ts'
import { clusterPoints } from './clusters.ts'
import { laidPointOf } from './laid-points.ts'
import { pointColumns, pointsOf } from './points.ts'
import { decodeTile, poiAt } from './testing/tiles.ts'
import { encodeTile } from './tile.ts'
import { worldX, worldY } from './z-order.ts'

const report = poiAt({ id: 'report', poiType: 'MobileSpeedCamera', longitude: 8.4 })
const pixels = (count: number, zoom: number) => (count * 360) / (512 * 2 ** zoom)

/** What the tile around 8.4 east shows of some POIs with others laid over them. */
function shown(
  below: readonly Poi[],
  laid: readonly [poi: Poi, hidden: readonly Poi[]][],
  zoom: number,
  categories: readonly PoiCategory[] = poiCategories,
) {
  const side = 2 ** (32 - zoom)
  const [column, row] = [Math.floor(worldX(8.4) / side), Math.floor(worldY(49) / side)]
  const points = laid.map(([poi, hidden]) => laidPointOf(poi, hidden))
  const clusters = clusterPoints(pointsOf([pointColumns(below)]))
  const tile = encodeTile(clusters, { zoom, column, row }, categories, points)
  return decodeTile(tile, zoom, column, row).map(({ properties }) => properties['id'] ?? properties['count'])
}

describe('a point laid over a tile', () => {
  test('stands alone if nothing is near, also if there is nothing else', () => {
    expect(shown([], [[report, []]], 10)).toEqual(['report'])
    expect(shown([poiAt({ id: 'far', longitude: 8.4 - pixels(70, 10) })], [[report, []]], 10).toSorted()).toEqual([
      'far',
      'report',
    ])
  })

  test('becomes a cluster with a single POI within the radius, and one more in a cluster', () => {
    const near = [1, 2].map((id) => poiAt({ id: `${id}`, longitude: 8.4 - pixels(50, 10) }))
    expect(shown(near.slice(1), [[report, []]], 10)).toEqual([2])
    expect(shown(near, [[report, []]], 10)).toEqual([3])
    expect(
      shown(
        near,
        [
          [report, []],
          [{ ...report, id: 'other' }, []],
        ],
        10,
      ),
    ).toEqual([4])
  })

  test('replaces what it hides: a single POI, one in a cluster, or one in another tile than its own', () => {
    const hidden = poiAt({ id: 'hidden', poiType: 'SemiStationarySpeedCameras', longitude: 8.401 })
    const others = [1, 2].map((id) => poiAt({ id: `${id}`, longitude: 8.4 }))
    expect(shown([hidden], [[report, [hidden]]], 10)).toEqual(['report'])
    expect(shown([...others, hidden], [[report, [hidden]]], 10)).toEqual([3])
    expect(shown([...others, hidden], [[report, [hidden]]], 14).toSorted()).toEqual(['1', '2', 'report'])
    const away = { ...report, longitude: 9 }
    expect(shown([hidden], [[away, [hidden]]], 14)).toEqual([])
  })

  test('is in no tile that does not want its category, and hides nothing that is not shown', () => {
    const hidden = poiAt({ id: 'hidden', poiType: 'SemiStationarySpeedCameras', longitude: 8.401 })
    const fixed = [1, 2].map((id) => poiAt({ id: `${id}`, longitude: 8.4 }))
    expect(shown([...fixed, hidden], [[report, [hidden]]], 10, ['stationarySpeedCameras'])).toEqual([2])
  })

  test('stands alone beside others at zooms with single markers', () => {
    expect(shown([poiAt({ id: 'same', longitude: 8.4 })], [[report, []]], 14).toSorted()).toEqual(['report', 'same'])
  })
})
