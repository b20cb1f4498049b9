import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import type { Box } from '#domain/geo/geo.ts'
import { cameraZoom } from '#domain/geo/map.ts'
import { useMap } from './map-context.ts'
import { measureLength } from '#web/ui/sheet/measure-length.ts'

/** Where to look. Zooms as the specification counts. */
export type CameraTarget =
  | { kind: 'place'; place: Place; zoom: number }
  /** The place, at least that near; a map that is nearer already stays as near. */
  | { kind: 'nearby'; place: Place; leastZoom: number }
  /** The same, in the very middle of the map, whatever lies over it: what is there is aimed at. */
  | { kind: 'aim'; place: Place; leastZoom: number }
  /** The place comes into view if it is not; on a narrow map into the middle, where its popup fits. */
  | { kind: 'reveal'; place: Place }
  /** `marginPx`: what stands beyond the places in it, such as their signs; as far as the map has room. */
  | { kind: 'box'; box: Box; marginPx?: number }

/**
 * Moves the camera each time it is given a new target (compared by identity), to the middle of what nothing lies over;
 * without motion if the user wants none.
 */
export function MapCamera({ target }: { target: CameraTarget | null }) {
  const { map, begun } = useMap()
  useEffect(() => {
    if (target === null) return undefined
    let wanted = true
    void begun.then(() => wanted && look(map, target))
    return () => void (wanted = false)
  }, [map, begun, target])
  return null
}

const boxPaddingPx = 48
const mostMarginShare = 0.25
/** What is left free of a map has at least this much room for a box and its margins; below that the box lies behind what covers it. */
const leastFreePx = 96
const narrowPx = 640
/** This near to an edge, a place counts as out of view: its popup would be. */
const edgeShare = 0.12

function look(map: MapLibreMap, target: CameraTarget): void {
  const covered = coveredOf(map)
  const offset: [number, number] = [0, (covered.above - covered.below) / 2]
  switch (target.kind) {
    case 'box':
      return lookAtBox(map, target, covered)
    case 'place':
      return void map.easeTo({ center: lngLat(target.place), zoom: cameraZoom(target.zoom), offset })
    case 'aim':
      return void map.easeTo({ center: lngLat(target.place), zoom: atLeast(map, target.leastZoom) })
    case 'nearby':
      return void map.easeTo({ center: lngLat(target.place), zoom: atLeast(map, target.leastZoom), offset })
    case 'reveal':
      if (isNarrow(map) || !isWellInView(map, target.place)) map.easeTo({ center: lngLat(target.place), offset })
  }
}

/** What lies over the upper and lower part of a map, in CSS pixels. */
interface Covered {
  above: number
  below: number
}

/** As the style sheets around the map say (`kit/Sheet.module.css`). */
export function coveredOf(map: MapLibreMap): Covered {
  const covered = (side: string) => measureLength(map.getContainer(), `var(--map-covered-${side}, 0px)`)
  return { above: covered('above'), below: covered('below') }
}

interface BoxTarget {
  box: Box
  marginPx?: number
}

function lookAtBox(map: MapLibreMap, { box, marginPx = boxPaddingPx }: BoxTarget, { above, below }: Covered): void {
  const { west, south, east, north } = box
  const { clientWidth, clientHeight } = map.getContainer()
  const margin = Math.max(boxPaddingPx, Math.min(marginPx, mostMarginShare * Math.min(clientWidth, clientHeight)))
  const height = Math.min(margin, Math.max(leastFreePx, clientHeight - above - below) / 3)
  // In a very low window there is no room above the sheet: then the box lies behind it.
  const room = clientHeight - above - 3 * height
  const bottom = height + Math.max(0, Math.min(below, room))
  map.fitBounds([west, south, east, north], {
    padding: { top: above + height, left: margin, right: margin, bottom },
    // A parked vehicle is a point: the map goes no nearer than makes sense around it.
    maxZoom: cameraZoom(mapLimits.clusterMaxZoom) - 1,
  })
}

const atLeast = (map: MapLibreMap, leastZoom: number) => Math.max(map.getZoom(), cameraZoom(leastZoom))

const isNarrow = (map: MapLibreMap) => map.getContainer().clientWidth < narrowPx

function isWellInView(map: MapLibreMap, place: Place): boolean {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const { x, y } = map.project(lngLat(place))
  const [marginX, marginY] = [edgeShare * width, edgeShare * height]
  return x > marginX && x < width - marginX && y > marginY && y < height - marginY
}

function lngLat({ longitude, latitude }: Place): [number, number] {
  return [longitude, latitude]
}
