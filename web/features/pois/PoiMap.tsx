import { useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import type { Poi, PoiCategory } from '#contract/pois.ts'
import type { WeatherAreas } from '#contract/weather.ts'
import { markersOf } from './poi-markers.ts'
import { poisTexts } from './texts.ts'
import type { OwnPlace } from './use-own-place.ts'
import type { Basemap } from '#web/map/base-style.ts'
import { type CameraTarget, MapCamera } from '#web/map/MapCamera.tsx'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import { MapViewReport } from '#web/map/MapViewReport.tsx'
import { OwnPosition } from '#web/map/OwnPosition.tsx'
import { PoiLayer } from '#web/map/PoiLayer.tsx'
import { SelectedPoi } from '#web/map/SelectedPoi.tsx'
import type { MapView } from '#web/map/use-map-view.ts'
import { WeatherLayer } from '#web/map/WeatherLayer.tsx'

interface PoiMapProps {
  basemap: Basemap
  pois: readonly Poi[]
  areas: WeatherAreas
  chosen: readonly PoiCategory[]
  selection: readonly string[]
  own: OwnPlace | null
  camera: CameraTarget | null
  onSelect(ids: readonly string[]): void
  onView(view: MapView): void
}

const start = { centre: limits.map.centre, zoom: limits.map.allPoisZoom }
const noAreas: WeatherAreas = { type: 'FeatureCollection', features: [] }

export function PoiMap({ basemap, pois, areas, chosen, selection, own, camera, onSelect, onView }: PoiMapProps) {
  const markers = useMemo(() => markersOf(pois, areas, chosen), [pois, areas, chosen])
  const [onlyOne, ...others] = selection
  const selected = others.length === 0 ? markers.find(({ id }) => id === onlyOne) : undefined
  return (
    <MapCanvas label={poisTexts.mapLabel} basemap={basemap} start={start}>
      <WeatherLayer areas={chosen.includes('weather') ? areas : noAreas} onSelect={onSelect} />
      <PoiLayer markers={markers} onSelect={onSelect} />
      {own !== null && <OwnPosition {...own} />}
      {selected !== undefined && <SelectedPoi marker={selected} />}
      <CameraOnOwnPlace own={own} />
      <MapCamera target={camera} />
      <MapViewReport onChange={onView} />
    </MapCanvas>
  )
}

function CameraOnOwnPlace({ own }: { own: OwnPlace | null }) {
  const target = useMemo(
    (): CameraTarget | null =>
      own === null ? null : { kind: 'place', place: own.place, zoom: limits.map.ownPositionZoom },
    [own],
  )
  return <MapCamera target={target} />
}
