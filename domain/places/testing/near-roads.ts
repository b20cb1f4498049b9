import type { NearRoad } from '#domain/places/place-name.ts'

/** A road from west to east, so far south of a place. */
export const road = (name: string, metres: number, other: Partial<NearRoad> = {}): NearRoad => ({
  name,
  metres,
  isNumber: false,
  kind: 'road',
  isBridge: false,
  pieces: [{ from: { east: -25, south: metres }, to: { east: 25, south: metres } }],
  ...other,
})

/** One from north to south, so far east. */
export const across = (name: string, metres: number, other: Partial<NearRoad> = {}): NearRoad =>
  road(name, metres, {
    pieces: [{ from: { east: metres, south: -25 }, to: { east: metres, south: 25 } }],
    ...other,
  })
