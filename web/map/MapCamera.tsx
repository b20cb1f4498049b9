import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import type { Box } from '#domain/geo.ts'
import { cameraZoom } from '#domain/map.ts'
import { useMap } from '#web/map/map-context.ts'

/** Where to look: a place, nearer than now if `zoom` (as the specification counts) says so, or all of a box. */
export type CameraTarget = { kind: 'place'; place: Place; zoom?: number; atLeast?: boolean } | { kind: 'box'; box: Box }

/** Moves the camera each time it is given a new target (compared by identity); without motion where none is wanted. */
export function MapCamera({ target }: { target: CameraTarget | null }) {
  const { map } = useMap()
  useEffect(() => {
    if (target !== null) look(map, target)
  }, [map, target])
  return null
}

const boxPaddingPx = 48

function look(map: MapLibreMap, target: CameraTarget): void {
  if (target.kind === 'box') {
    const { west, south, east, north } = target.box
    map.fitBounds([west, south, east, north], {
      padding: boxPaddingPx,
      // A parked vehicle is a point: no nearer than makes sense around it.
      maxZoom: cameraZoom(limits.map.clusterMaxZoom) - 1,
    })
    return
  }
  const wanted = target.zoom === undefined ? map.getZoom() : cameraZoom(target.zoom)
  map.easeTo({
    center: [target.place.longitude, target.place.latitude],
    zoom: target.atLeast ? Math.max(wanted, map.getZoom()) : wanted,
  })
}
