import { poiCategories, poiTypes } from '#contract/pois/pois.ts'
import { clusterRadiusPx, lastClusteredZoom } from '#domain/geo/map.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import type { Points } from './points.ts'
import { zOrder } from './z-order.ts'

/*
 * Clusters of POIs for every zoom, made from the nearest zoom outwards. A marker or cluster at one zoom is joined, at the
 * next one, with everything within that zoom's radius, like the map's own clustering. An item is a number: below
 * `points.count` a POI, from there on a cluster. Every POI is in exactly one item of each zoom.
 */

export interface Clusters {
  points: Points
  /** The items of each zoom with clusters, in Z-order. */
  itemsByZoom: readonly Uint32Array[]
  /** The middle of each cluster: the mean of its POIs. */
  xs: Uint32Array
  ys: Uint32Array
  /**
   * One number for each cluster and category, in the order of `poiCategories`: how many POIs, and their mean place. For a
   * category with one POI, `categoryXs` holds its number instead.
   */
  counts: Uint32Array
  categoryXs: Uint32Array
  categoryYs: Uint32Array
}

export const categoryCount = poiCategories.length
/** The index of a type's category in `poiCategories`, by the type's index in `poiTypes`. */
export const categoryOfType = poiTypes.map((type) => poiCategories.indexOf(categoryOf(type)))

/** Width of a tile in the unit of the radii. */
const tilePx = 512

export function clusterPoints(points: Points): Clusters {
  const clusters = emptyClusters(points)
  const itemsByZoom: Uint32Array[] = []
  let items: Uint32Array = new Uint32Array(points.count).map((_, point) => point)
  let made = 0
  for (let zoom = lastClusteredZoom; zoom >= 0; zoom -= 1) {
    reserve(clusters, made + (items.length >>> 1))
    const joined = joinNear(clusters, items, (clusterRadiusPx(zoom) / tilePx) * (2 ** 32 / 2 ** zoom), made)
    made = joined.made
    items = inZOrder(clusters, joined.items)
    itemsByZoom[zoom] = items
  }
  reserve(clusters, made)
  return { ...clusters, itemsByZoom }
}

export function itemX({ points, xs }: Pick<Clusters, 'points' | 'xs'>, item: number): number {
  return (item < points.count ? points.xs[item] : xs[item - points.count]) ?? 0
}

export function itemY({ points, ys }: Pick<Clusters, 'points' | 'ys'>, item: number): number {
  return (item < points.count ? points.ys[item] : ys[item - points.count]) ?? 0
}

type Unfinished = Omit<Clusters, 'itemsByZoom'>

function emptyClusters(points: Points): Unfinished {
  const none = new Uint32Array()
  return { points, xs: none, ys: none, counts: none, categoryXs: none, categoryYs: none }
}

function reserve(clusters: Unfinished, count: number): void {
  clusters.xs = resized(clusters.xs, count)
  clusters.ys = resized(clusters.ys, count)
  clusters.counts = resized(clusters.counts, count * categoryCount)
  clusters.categoryXs = resized(clusters.categoryXs, count * categoryCount)
  clusters.categoryYs = resized(clusters.categoryYs, count * categoryCount)
}

function resized(from: Uint32Array, length: number): Uint32Array {
  const to = new Uint32Array(length)
  to.set(from.subarray(0, length))
  return to
}

/** One zoom. @param radius in steps of the world. @param made how many clusters there are already. */
function joinNear(clusters: Unfinished, items: Uint32Array, radius: number, made: number) {
  const { xs, ys } = placesOf(clusters, items)
  const near = neighbourhood(xs, ys, radius)
  const next = new Uint32Array(items.length)
  let nextLength = 0
  let cluster = made
  for (let index = 0; index < items.length; index += 1) {
    if (near.isTaken(index)) continue
    const members = near.takeAround(index)
    if (members.length > 1) {
      joinInto(clusters, cluster, members, items)
      next[nextLength] = clusters.points.count + cluster
      cluster += 1
    } else next[nextLength] = items[index] ?? 0
    nextLength += 1
  }
  return { items: next.slice(0, nextLength), made: cluster }
}

/**
 * Items in squares as wide as the radius: neighbours are in an item's own square or beside it. Squares share lists by a
 * hash, so there are no more lists than items. An item that was taken leaves its list when it is next passed.
 */
function neighbourhood(xs: Uint32Array, ys: Uint32Array, radius: number) {
  const count = xs.length
  const none = -1
  const lists = 2 ** Math.ceil(Math.log2(Math.max(2, count)))
  const firsts = new Int32Array(lists).fill(none)
  const followers = new Int32Array(count).fill(none)
  const taken = new Uint8Array(count)
  const listOf = (column: number, row: number) =>
    (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) & (lists - 1)
  for (let index = count - 1; index >= 0; index -= 1) {
    const list = listOf(Math.floor((xs[index] ?? 0) / radius), Math.floor((ys[index] ?? 0) / radius))
    followers[index] = firsts[list] ?? none
    firsts[list] = index
  }

  function takeFrom(list: number, x: number, y: number, members: number[]): void {
    let before = none
    for (let index = firsts[list] ?? none; index !== none;) {
      const following = followers[index] ?? none
      if (taken[index] === 0 && ((xs[index] ?? 0) - x) ** 2 + ((ys[index] ?? 0) - y) ** 2 <= radius ** 2) {
        taken[index] = 1
        members.push(index)
      }
      if (taken[index] === 0) before = index
      else if (before === none) firsts[list] = following
      else followers[before] = following
      index = following
    }
  }

  return {
    isTaken: (index: number) => taken[index] === 1,
    /** Takes an item and all items around it that are not taken yet. */
    takeAround(index: number): number[] {
      const x = xs[index] ?? 0
      const y = ys[index] ?? 0
      taken[index] = 1
      const members = [index]
      const column = Math.floor(x / radius)
      const row = Math.floor(y / radius)
      for (let east = -1; east <= 1; east += 1) {
        for (let south = -1; south <= 1; south += 1) takeFrom(listOf(column + east, row + south), x, y, members)
      }
      return members
    },
  }
}

/** Adds up the members of a new cluster, category by category. */
function joinInto(clusters: Unfinished, cluster: number, members: readonly number[], items: Uint32Array): void {
  sums.fill(0)
  for (const member of members) addTo(clusters, items[member] ?? 0)
  let total = 0
  let sumX = 0
  let sumY = 0
  for (let category = 0; category < categoryCount; category += 1) {
    const at = cluster * categoryCount + category
    const count = sums[category] ?? 0
    const x = sums[categoryCount + category] ?? 0
    const y = sums[2 * categoryCount + category] ?? 0
    total += count
    sumX += x
    sumY += y
    clusters.counts[at] = count
    clusters.categoryXs[at] = count === 1 ? (sums[3 * categoryCount + category] ?? 0) : x / count
    clusters.categoryYs[at] = count === 1 ? 0 : y / count
  }
  clusters.xs[cluster] = sumX / total
  clusters.ys[cluster] = sumY / total
}

/** For each category: number, sum of x, sum of y, a POI's number. */
const sums = new Float64Array(4 * categoryCount)

function addTo({ points, counts, categoryXs, categoryYs }: Unfinished, item: number): void {
  if (item < points.count) return addPoint(points, item)
  const first = (item - points.count) * categoryCount
  for (let category = 0; category < categoryCount; category += 1) {
    const at = first + category
    const count = counts[at] ?? 0
    if (count === 1) addPoint(points, categoryXs[at] ?? 0)
    else if (count > 1) add(category, count, categoryXs[at] ?? 0, categoryYs[at] ?? 0, 0)
  }
}

function addPoint({ xs, ys, types }: Points, point: number): void {
  add(categoryOfType[types[point] ?? 0] ?? 0, 1, xs[point] ?? 0, ys[point] ?? 0, point)
}

function add(category: number, count: number, x: number, y: number, point: number): void {
  sums[category] = (sums[category] ?? 0) + count
  sums[categoryCount + category] = (sums[categoryCount + category] ?? 0) + count * x
  sums[2 * categoryCount + category] = (sums[2 * categoryCount + category] ?? 0) + count * y
  sums[3 * categoryCount + category] = point
}

function inZOrder(clusters: Unfinished, items: Uint32Array): Uint32Array {
  const { xs, ys } = placesOf(clusters, items)
  return zOrder(xs, ys).map((index) => items[index] ?? 0)
}

// A loop, because `from` with a function makes an object of each number, and collecting those takes longer than the
// clusters.
function placesOf(clusters: Unfinished, items: Uint32Array): { xs: Uint32Array; ys: Uint32Array } {
  const xs = new Uint32Array(items.length)
  const ys = new Uint32Array(items.length)
  for (let index = 0; index < items.length; index += 1) {
    xs[index] = itemX(clusters, items[index] ?? 0)
    ys[index] = itemY(clusters, items[index] ?? 0)
  }
  return { xs, ys }
}
