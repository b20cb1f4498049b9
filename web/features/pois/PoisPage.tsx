import { useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import { type Poi, type PoiCategory, poiCategories } from '#contract/pois.ts'
import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { boxAround, boxOfCircle } from '#domain/geo.ts'
import { useConfig } from '#web/api/config.ts'
import { CategoryToggles } from './CategoryToggles.tsx'
import { DataAge } from './DataAge.tsx'
import { OwnPlaceControl } from './OwnPlaceControl.tsx'
import { countsByCategory } from './poi-markers.ts'
import { PoiList } from './PoiList.tsx'
import { PoiMap } from './PoiMap.tsx'
import styles from './PoisPage.module.css'
import { SelectionCard } from './SelectionCard.tsx'
import { PlanningLinks } from './PlanningLinks.tsx'
import { poisTexts } from './texts.ts'
import { usePois, useWarnings, useWeatherAreas } from './use-map-data.ts'
import { useOwnPlace } from './use-own-place.ts'
import { WarningList } from './WarningList.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { useRemembered } from '#web/kit/remembered.ts'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import type { CameraTarget } from '#web/map/MapCamera.tsx'
import type { MapView } from '#web/map/use-map-view.ts'

const chosenCategories = z.array(z.enum(poiCategories))
const noPois: readonly Poi[] = []
const noWarnings: readonly CurrentWarning[] = []
const noAreas: WeatherAreas = { type: 'FeatureCollection', features: [] }

/** The map of everything that waits on the road, with all of it in lists beside. */
export function PoisPage() {
  const config = useConfig()
  const pois = usePois()
  const areas = useWeatherAreas()
  const warnings = useWarnings()
  const own = useOwnPlace()
  const [chosen, choose] = useRemembered('poiCategories', chosenCategories, [...poiCategories])
  const [selection, setSelection] = useState<readonly string[]>([])
  const [view, setView] = useState<MapView | null>(null)
  const [camera, setCamera] = useState<CameraTarget | null>(null)

  const allPois = pois.data?.pois ?? noPois
  const allAreas = areas.data ?? noAreas
  const allWarnings = warnings.data?.warnings ?? noWarnings

  const toggle = (category: PoiCategory) =>
    choose(chosen.includes(category) ? chosen.filter((other) => other !== category) : [...chosen, category])

  /** From a list: the map comes along, near enough for one place, far enough for a whole warning. */
  const show = (id: string) => {
    setCamera(cameraOn(id, allPois, allAreas, allWarnings))
    setSelection([id])
  }

  /** From the map: it moves only where its lower part is about to be covered. */
  const select = (ids: readonly string[]) => {
    const place = ids.length === 1 ? allPois.find(({ id }) => id === ids[0]) : undefined
    if (place !== undefined) setCamera({ kind: 'reveal', place, roomBelow: true })
    setSelection(ids)
  }

  return (
    <Page title={poisTexts.title} width="full">
      <div className={styles.screen}>
        <div className={styles.map}>
          {config === null ? (
            <Skeleton lines={0} />
          ) : (
            <PoiMap
              basemap={config.map}
              pois={allPois}
              areas={allAreas}
              chosen={chosen}
              selection={selection}
              own={own.own}
              camera={camera}
              onSelect={select}
              onView={setView}
            />
          )}
          <OwnPlaceControl state={own.state} onLocate={own.locate} />
          <SelectionCard
            selection={selection}
            pois={allPois}
            warnings={allWarnings}
            areas={allAreas}
            onSelect={setSelection}
          />
        </div>
        <div className={styles.panel}>
          <DataAge asOf={pois.data?.asOf ?? null} failed={pois.isError} busy={pois.isFetching} onRenew={pois.refetch} />
          {pois.isError && (
            <LoadFailure title={poisTexts.poisFailed} onRetry={() => void pois.refetch()} busy={pois.isFetching} />
          )}
          <CategoryToggles chosen={chosen} counts={countsByCategory(pois.data?.pois, areas.data)} onToggle={toggle} />
          <PlanningLinks />
          {areas.isError && !warnings.isError && <Notice kind="warning">{poisTexts.areasFailed}</Notice>}
          <WarningList query={warnings} onShow={show} />
          <PoiList
            pois={pois.data?.pois}
            loading={pois.isPending}
            chosen={chosen}
            view={view ?? viewAround(own.own?.place ?? limits.map.centre)}
            selection={selection}
            onShow={show}
          />
        </div>
      </div>
    </Page>
  )
}

/** What the map shows at its start, about: for the list, until there is a map or where none can be drawn. */
function viewAround(centre: Place): Pick<MapView, 'box' | 'centre'> {
  return { centre, box: boxOfCircle(centre, startRadiusKm) }
}

const startRadiusKm = 40

function cameraOn(
  id: string,
  pois: readonly Poi[],
  areas: WeatherAreas,
  warnings: readonly CurrentWarning[],
): CameraTarget | null {
  const poi = pois.find((known) => known.id === id)
  if (poi) return { kind: 'nearby', place: poi, leastZoom: limits.map.ownPositionZoom, roomBelow: true }
  const area = areas.features.find(({ properties }) => properties.id === id)
  const corners = area?.geometry.coordinates.flat(2) ?? []
  const box = boxAround(corners.map(([longitude, latitude]) => ({ longitude, latitude })))
  if (box !== null) return { kind: 'box', box, roomBelow: true }
  const warning = warnings.find((known) => known.id === id)
  return warning ? { kind: 'nearby', place: warning, leastZoom: limits.map.allPoisZoom, roomBelow: true } : null
}
