import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import type { Box } from '#domain/geo.ts'
import { cameraZoom } from '#domain/map.ts'
import { useMap } from './map-context.ts'

/** Where to look. Zooms as the specification counts. */
export type CameraTarget = (
  | { kind: 'place'; place: Place; zoom: number }
  /** The place, at least that near; where one is nearer already, one stays. */
  | { kind: 'nearby'; place: Place; leastZoom: number }
  /** The place comes into view where it is not; on a narrow map into the middle, where its popup fits. */
  | { kind: 'reveal'; place: Place }
  | { kind: 'box'; box: Box }
) & {
  /** On a narrow map its lower part will be covered by what is told about the place. */
  roomBelow?: boolean
}

/** Moves the camera each time it is given a new target (compared by identity); without motion where none is wanted. */
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
const narrowPx = 640
/** Parts of a narrow map's height: what may be covered, and how far above the middle a place then lies. */
const coveredShare = 0.62
const raisedShare = 0.3
/** So near to an edge a place counts as out of view: its popup would be. */
const edgeShare = 0.12

function look(map: MapLibreMap, target: CameraTarget): void {
  const { clientWidth, clientHeight } = map.getContainer()
  const narrow = clientWidth < narrowPx
  const raised = narrow && target.roomBelow === true
  const offset: [number, number] = [0, raised ? -raisedShare * clientHeight : 0]
  switch (target.kind) {
    case 'box':
      return lookAtBox(map, target.box, raised ? coveredShare * clientHeight : boxPaddingPx)
    case 'place':
      return void map.easeTo({ center: lngLat(target.place), zoom: cameraZoom(target.zoom), offset })
    case 'nearby': {
      const zoom = Math.max(map.getZoom(), cameraZoom(target.leastZoom))
      return void map.easeTo({ center: lngLat(target.place), zoom, offset })
    }
    case 'reveal':
      if (narrow || !isWellInView(map, target.place)) map.easeTo({ center: lngLat(target.place), offset })
  }
}

function lookAtBox(map: MapLibreMap, { west, south, east, north }: Box, bottom: number): void {
  map.fitBounds([west, south, east, north], {
    padding: { top: boxPaddingPx, left: boxPaddingPx, right: boxPaddingPx, bottom },
    // A parked vehicle is a point: no nearer than makes sense around it.
    maxZoom: cameraZoom(limits.map.clusterMaxZoom) - 1,
  })
}

function isWellInView(map: MapLibreMap, place: Place): boolean {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const { x, y } = map.project(lngLat(place))
  const [marginX, marginY] = [edgeShare * width, edgeShare * height]
  return x > marginX && x < width - marginX && y > marginY && y < height - marginY
}

function lngLat({ longitude, latitude }: Place): [number, number] {
  return [longitude, latitude]
}
