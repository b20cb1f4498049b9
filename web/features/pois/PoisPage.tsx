import { useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { type Poi, type PoiCategory, poiCategories } from '#contract/pois.ts'
import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { useConfig } from '#web/api/config.ts'
import { CategoryToggles } from '#web/features/pois/CategoryToggles.tsx'
import { DataAge } from '#web/features/pois/DataAge.tsx'
import { OwnPlaceControl } from '#web/features/pois/OwnPlaceControl.tsx'
import { countsByCategory } from '#web/features/pois/poi-markers.ts'
import { PoiList } from '#web/features/pois/PoiList.tsx'
import { PoiMap } from '#web/features/pois/PoiMap.tsx'
import styles from '#web/features/pois/PoisPage.module.css'
import { SelectionCard } from '#web/features/pois/SelectionCard.tsx'
import { poisTexts } from '#web/features/pois/texts.ts'
import { usePois, useWarnings, useWeatherAreas } from '#web/features/pois/use-map-data.ts'
import { useOwnPlace } from '#web/features/pois/use-own-place.ts'
import { WarningList } from '#web/features/pois/WarningList.tsx'
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

  /** From a list: the map comes along. */
  const show = (id: string) => {
    const place = [...allPois, ...allWarnings].find((thing) => thing.id === id)
    if (place !== undefined) setCamera({ kind: 'place', place, zoom: limits.map.ownPositionZoom, atLeast: true })
    setSelection([id])
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
              onSelect={setSelection}
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
          {pois.isError && <LoadFailure title={poisTexts.poisFailed} onRetry={() => void pois.refetch()} busy={pois.isFetching} />}
          <CategoryToggles chosen={chosen} counts={countsByCategory(allPois, allAreas)} onToggle={toggle} />
          {areas.isError && !warnings.isError && <Notice kind="warning">{poisTexts.areasFailed}</Notice>}
          <WarningList query={warnings} onShow={show} />
          <PoiList pois={allPois} loading={pois.isPending} chosen={chosen} view={view} selection={selection} onShow={show} />
        </div>
      </div>
    </Page>
  )
}
