import { useMemo } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import type { Poi, PoiCategory } from '#contract/pois/pois.ts'
import type { WeatherAreas } from '#contract/weather.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { poisTexts } from './texts.ts'
import type { OwnPlace } from './near/use-own-place.ts'
import { AccuracyCircle } from '#web/map/layers/AccuracyCircle.tsx'
import type { Basemap } from '#web/map/look/base-style.ts'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas } from '#web/map/canvas/MapCanvas.tsx'
import { OnViewChange } from '#web/map/canvas/OnViewChange.tsx'
import { OwnPoiLayer } from '#web/map/layers/OwnPoiLayer.tsx'
import { OwnPosition } from '#web/map/layers/OwnPosition.tsx'
import { PoiLayer } from '#web/map/layers/PoiLayer.tsx'
import { type PoiMarker, SelectedPoi } from '#web/map/layers/SelectedPoi.tsx'
import type { CountsInView } from '#web/map/canvas/use-counts-in-view.ts'
import type { MapView } from '#web/map/canvas/use-map-view.ts'
import { WarningMarkers } from '#web/map/layers/WarningMarkers.tsx'
import { WeatherLayer } from '#web/map/layers/WeatherLayer.tsx'

interface PoiMapProps {
  basemap: Basemap
  start: { centre: Place; zoom: number }
  /** Of the POIs' tiles. */
  version: string | null
  /** Changes when missing tiles are to be requested again. */
  attempt: number
  areas: WeatherAreas
  chosen: readonly PoiCategory[]
  /** The ids of POIs that the user does not want to see. */
  hidden: readonly string[]
  /** The user's own POIs, if they are to be shown. */
  ownPois: { version: string } | null
  /** The one POI that is chosen. */
  selected: Poi | null
  /** It was chosen on the map: it moves out of what comes to lie over it. */
  selectedHere: boolean
  own: OwnPlace | null
  circle: { centre: Place; radiusKm: number } | null
  camera: CameraTarget | null
  onSelect(ids: readonly string[]): void
  onView(view: MapView): void
  onFailure(failed: boolean): void
  onOwnFailure(failed: boolean): void
  onCounts(counts: CountsInView): void
  onUnavailable(): void
}

const noAreas: WeatherAreas = { type: 'FeatureCollection', features: [] }

export function PoiMap(props: PoiMapProps) {
  const { basemap, start, version, areas, chosen, ownPois, selected, own, circle, camera, onSelect } = props
  const shownAreas = chosen.includes('weather') ? areas : noAreas
  return (
    <MapCanvas label={poisTexts.mapLabel} basemap={basemap} start={start} onUnavailable={props.onUnavailable}>
      <WeatherLayer areas={shownAreas} onSelect={onSelect} />
      {circle !== null && <AccuracyCircle {...circle} />}
      <PoiLayer
        categories={withoutWeather(chosen)}
        hidden={props.hidden}
        version={version}
        attempt={props.attempt}
        onSelect={onSelect}
        onFailure={props.onFailure}
        onCounts={props.onCounts}
      />
      {ownPois !== null && (
        <OwnPoiLayer
          version={ownPois.version}
          attempt={props.attempt}
          onSelect={onSelect}
          onFailure={props.onOwnFailure}
        />
      )}
      <WarningMarkers areas={shownAreas} onSelect={onSelect} />
      {own !== null && <OwnPosition place={own.place} accuracyMetres={own.accuracyMetres} />}
      {selected !== null && <SelectedPoi marker={markerOf(selected)} />}
      <CameraOnOwnPlace own={own} />
      <CameraOnChosen poi={props.selectedHere ? selected : null} />
      <MapCamera target={camera} />
      <OnViewChange onChange={props.onView} />
    </MapCanvas>
  )
}

/** Warnings are drawn as areas, not as POIs of the tiles. */
function withoutWeather(chosen: readonly PoiCategory[]): PoiCategory[] {
  return chosen.filter((category) => category !== 'weather')
}

function markerOf({ id, poiType, latitude, longitude }: Poi): PoiMarker {
  return { id, category: categoryOf(poiType), latitude, longitude }
}

function CameraOnOwnPlace({ own }: { own: OwnPlace | null }) {
  const target = useMemo(() => (own === null ? null : cameraOn(own)), [own])
  return <MapCamera target={target} />
}

function CameraOnChosen({ poi }: { poi: Poi | null }) {
  // By its place: a POI that is fetched again has another identity.
  const { latitude, longitude } = poi ?? {}
  const target = useMemo(
    (): CameraTarget | null =>
      latitude === undefined || longitude === undefined ? null : { kind: 'reveal', place: { latitude, longitude } },
    [latitude, longitude],
  )
  return <MapCamera target={target} />
}

function cameraOn({ place, purpose }: OwnPlace): CameraTarget {
  return purpose === 'aim'
    ? { kind: 'aim', place, leastZoom: aimZoom }
    : { kind: 'place', place, zoom: mapLimits.ownPositionZoom }
}

/** Only from here on, carriageway and side of the road can be told apart. As the specification counts. */
export const aimZoom = 16
