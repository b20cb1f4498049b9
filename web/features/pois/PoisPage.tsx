import { type Query, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import { ownPoiIdForm } from '#contract/poi-exchange.ts'
import { type Poi, type PoiCategory, poiCategories } from '#contract/pois.ts'
import type { NamedPlace } from '#contract/places.ts'
import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { boxAround, boxOfCircle } from '#domain/geo.ts'
import { useConfig } from '#web/api/config.ts'
import { CategoryToggles } from './CategoryToggles.tsx'
import { DataAge } from './DataAge.tsx'
import { OwnPlaceControl } from './OwnPlaceControl.tsx'
import { PlaceSearch } from './PlaceSearch.tsx'
import { PlanningLinks } from './PlanningLinks.tsx'
import { PoiList } from './PoiList.tsx'
import { PoiMap } from './PoiMap.tsx'
import styles from './PoisPage.module.css'
import { RadiusChoice } from './RadiusChoice.tsx'
import { ReportControl } from './ReportControl.tsx'
import { ReportRules } from './ReportRules.tsx'
import { SelectionCard } from './SelectionCard.tsx'
import { SourceAges } from './SourceAges.tsx'
import { poisTexts } from './texts.ts'
import { type Overview, useOverview, usePoisById, useWarnings, useWeatherAreas } from './use-map-data.ts'
import { useLinkAtStart, useLinkInAddress, useOpenedLink } from './use-map-link.ts'
import { useOwnPois } from './use-own-pois.ts'
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
const noWarnings: readonly CurrentWarning[] = []
const noAreas: WeatherAreas = { type: 'FeatureCollection', features: [] }

/** The map of everything that waits on the road, with all of it in lists beside. */
export function PoisPage() {
  const config = useConfig()
  const link = useLinkAtStart()
  const overview = useOverview()
  const areas = useWeatherAreas()
  const warnings = useWarnings()
  // A link leads to its place, not to where one is.
  const own = useOwnPlace(link.view === null)
  const { chosen, toggle, show } = useChosenCategories(link.categories)
  const [selection, setSelection] = useState<readonly string[]>(link.id === null ? [] : [link.id])
  const [view, setView] = useState<MapView | null>(null)
  const [camera, setCamera] = useState<CameraTarget | null>(null)
  const [tilesFailed, setTilesFailed] = useState(false)
  const [ownTilesFailed, setOwnTilesFailed] = useState(false)
  const [radiusKm, setRadiusKm] = useState<number | null>(null)
  useLinkInAddress(view, chosen, selection)
  useOpenedLink((opened) => {
    if (opened.view !== null) {
      const { centre, zoom } = opened.view
      setCamera({ kind: 'place', place: centre, zoom })
    }
    show(opened.categories ?? poiCategories)
    setSelection(opened.id === null ? [] : [opened.id])
  })

  const allAreas = areas.data ?? noAreas
  const allWarnings = warnings.data?.warnings ?? noWarnings
  const isWarning = (id: string) =>
    allWarnings.some((warning) => warning.id === id) || areaOf(id, allAreas) !== undefined
  const ownPois = useOwnPois()
  const selected = usePoisById(selection.filter((id) => !isWarning(id)))

  const start = link.view ?? { centre: limits.map.centre, zoom: limits.map.allPoisZoom }
  const listed = view ?? viewAround(own.own?.place ?? start.centre)
  const circle = radiusKm === null ? null : { centre: own.own?.place ?? listed.centre, radiusKm }

  /** From a list: the map comes along, near enough for one place, far enough for a whole warning. */
  const showPoi = (poi: Poi) => {
    setCamera({ kind: 'nearby', place: poi, leastZoom: limits.map.singleMarkersFromZoom, roomBelow: true })
    setSelection([poi.id])
  }
  const showWarning = (id: string) => {
    setCamera(cameraOnWarning(id, allAreas, allWarnings))
    setSelection([id])
  }
  const showPlace = (place: NamedPlace) => {
    setCamera({ kind: 'place', place, zoom: limits.map.ownPositionZoom })
  }
  const failed = overview.isError || tilesFailed || (ownTilesFailed && ownPois?.shown === true)
  const { attempt, askAgain } = useAskAgain(overview)

  return (
    <Page title={poisTexts.title} width="full">
      <div className={styles.screen}>
        <div className={styles.map}>
          {config === null ? (
            <Skeleton lines={0} />
          ) : (
            <PoiMap
              basemap={config.map}
              start={start}
              version={overview.data?.version ?? null}
              attempt={attempt}
              areas={allAreas}
              chosen={chosen}
              ownPois={ownPois?.shown === true ? ownPois : null}
              selected={selection.length === 1 ? (selected.pois.find(isOfSource) ?? null) : null}
              own={own.own}
              circle={circle}
              camera={camera}
              onSelect={setSelection}
              onView={setView}
              onFailure={setTilesFailed}
              onOwnFailure={setOwnTilesFailed}
            />
          )}
          <div className={styles.controls}>
            <PlaceSearch near={listed.centre} onChoose={showPlace} />
            <OwnPlaceControl state={own.state} onLocate={own.locate} />
          </div>
          <ReportControl
            centre={view?.centre ?? null}
            own={own.own?.place ?? null}
            onLocate={own.locate}
            onStart={() => setSelection([])}
            onReported={({ id }) => setSelection([id])}
          />
          <SelectionCard
            selection={selection}
            pois={selected.pois}
            loading={selected.loading}
            warnings={allWarnings}
            areas={allAreas}
            onSelect={setSelection}
          />
        </div>
        <div className={styles.panel}>
          <DataAge asOf={overview.data?.asOf ?? null} failed={failed} busy={overview.isFetching} onRenew={askAgain} />
          {failed && <LoadFailure title={poisTexts.poisFailed} onRetry={askAgain} busy={overview.isFetching} />}
          <CategoryToggles
            chosen={chosen}
            counts={countsOf(overview.data, areas.data)}
            own={ownPois}
            onToggle={toggle}
          />
          {areas.isError && !warnings.isError && <Notice kind="warning">{poisTexts.areasFailed}</Notice>}
          <WarningList query={warnings} onShow={showWarning} />
          <PlanningLinks box={listed.box} />
          <RadiusChoice radiusKm={radiusKm} fromOwnPlace={own.own !== null} onChoose={setRadiusKm} />
          <PoiList
            area={{
              categories: chosen.filter((category) => category !== 'weather'),
              box: listed.box,
              centre: circle?.centre ?? listed.centre,
              radiusKm,
              version: overview.data?.version ?? null,
            }}
            selection={selection}
            onShow={showPoi}
          />
          <ReportRules />
          <SourceAges sources={overview.data?.sources ?? []} />
        </div>
      </div>
    </Page>
  )
}

/** Which categories are shown: those of the link, else those this browser remembers. */
function useChosenCategories(linked: readonly PoiCategory[] | null) {
  const [remembered, remember] = useRemembered('poiCategories', chosenCategories, [...poiCategories])
  const [chosen, setChosen] = useState<readonly PoiCategory[]>(linked ?? remembered)
  const toggle = (category: PoiCategory) => {
    const next = chosen.includes(category) ? chosen.filter((other) => other !== category) : [...chosen, category]
    setChosen(next)
    remember(next)
  }
  return { chosen, toggle, show: setChosen }
}

/**
 * Asks for everything again that did not come. Tiles are also asked for again whenever the server has answered: what
 * kept them away may be over.
 */
function useAskAgain({ refetch, dataUpdatedAt }: ReturnType<typeof useOverview>) {
  const queries = useQueryClient()
  const [presses, setPresses] = useState(0)
  const askAgain = () => {
    setPresses(presses + 1)
    void refetch()
    const failed = { type: 'active' as const, predicate: ({ state }: Query) => state.status === 'error' }
    void queries.refetchQueries(failed, { cancelRefetch: false })
  }
  return { attempt: presses + dataUpdatedAt, askAgain }
}

/** What the user brought along has its own marker on the map. */
const isOfSource = ({ id }: Poi) => !ownPoiIdForm.test(id)

/** Null where it is not known: nothing has been loaded. */
function countsOf(overview: Overview | undefined, areas: WeatherAreas | undefined): Record<PoiCategory, number | null> {
  const unknown = {
    stationarySpeedCameras: null,
    mobileSpeedCameras: null,
    accidents: null,
    motorcycleHazards: null,
  }
  return { ...(overview?.counts ?? unknown), weather: areas?.features.length ?? null }
}

/** What the map shows at its start, about: for the list, until there is a map or where none can be drawn. */
function viewAround(centre: Place): Pick<MapView, 'box' | 'centre'> {
  return { centre, box: boxOfCircle(centre, startRadiusKm) }
}

const startRadiusKm = 40

function areaOf(id: string, areas: WeatherAreas) {
  return areas.features.find(({ properties }) => properties.id === id)
}

function cameraOnWarning(id: string, areas: WeatherAreas, warnings: readonly CurrentWarning[]): CameraTarget | null {
  const corners = areaOf(id, areas)?.geometry.coordinates.flat(2) ?? []
  const box = boxAround(corners.map(([longitude, latitude]) => ({ longitude, latitude })))
  if (box !== null) return { kind: 'box', box, roomBelow: true }
  const warning = warnings.find((known) => known.id === id)
  return warning ? { kind: 'nearby', place: warning, leastZoom: limits.map.allPoisZoom, roomBelow: true } : null
}
