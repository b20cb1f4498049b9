import type { Place } from '#contract/base/place.ts'
import { earthRadiusMetres } from './geo.ts'

/**
 * Every two places that lie at most `metres` apart, and some that lie a little further: the caller measures. Cubes
 * in space, not cells of degrees, so that neither the poles nor the 180th meridian are special.
 */
export function neighbours<P extends Place>(places: readonly P[], metres: number): [P, P][] {
  const columns = new Map<number, Map<number, P[]>>()
  const found: [P, P][] = []
  for (const place of places) {
    const [x, y, z] = inSpace(place, metres)
    for (const nearX of [x - 1, x, x + 1]) {
      for (const nearY of [y - 1, y, y + 1]) {
        const column = columns.get(columnKey(nearX, nearY))
        if (column === undefined) continue
        for (const nearZ of [z - 1, z, z + 1]) {
          for (const other of column.get(nearZ) ?? []) found.push([other, place])
        }
      }
    }
    put(columns, [x, y, z], place)
  }
  return found
}

function put<P>(columns: Map<number, Map<number, P[]>>, [x, y, z]: [number, number, number], place: P): void {
  const key = columnKey(x, y)
  const column = columns.get(key) ?? new Map<number, P[]>()
  const cube = column.get(z)
  if (cube === undefined) column.set(z, [place])
  else cube.push(place)
  columns.set(key, column)
}

/** A number for each column of cubes as long as a cube is more than 13 m wide. */
const columnKey = (x: number, y: number) => x * 2 ** 20 + y

/** In which cube a place lies. The way through the ground is never longer than the way over it. */
function inSpace({ latitude, longitude }: Place, metres: number): [number, number, number] {
  const [north, east] = [radians(latitude), radians(longitude)]
  const radius = earthRadiusMetres / metres
  const fromAxis = radius * Math.cos(north)
  return [
    Math.floor(fromAxis * Math.cos(east)),
    Math.floor(fromAxis * Math.sin(east)),
    Math.floor(radius * Math.sin(north)),
  ]
}

const radians = (angle: number) => (angle * Math.PI) / 180
