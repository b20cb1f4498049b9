import { useState } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import type { NamedPlace } from '#contract/places/places.ts'
import { ownPoiIdForm } from '#contract/poi-exchange/poi-exchange.ts'
import { type Poi, type PoiCategory, poiCategories } from '#contract/pois/pois.ts'
import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { boxOfCircle } from '#domain/geo/geo.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { hiddenInClustersInWords } from '#web/features/hidden-pois/in-clusters.ts'
import { useHiddenIds, useHiddenPois } from '#web/features/hidden-pois/use-hidden-pois.ts'
import { PlaceSearch } from '#web/features/places/PlaceSearch.tsx'
import { useOwnPois } from '#web/features/poi-exchange/use-own-pois.ts'
import { ReportControl } from '#web/features/poi-reports/ReportControl.tsx'
import { ReportRules } from '#web/features/poi-reports/ReportRules.tsx'
import { CameraRules } from '#web/features/pois/list/CameraRules.tsx'
import { CategoryToggles } from '#web/features/pois/CategoryToggles.tsx'
import { FilterNote } from '#web/features/pois/FilterNote.tsx'
import { DataAge } from '#web/features/pois/list/DataAge.tsx'
import { OwnPlaceControl } from '#web/features/pois/near/OwnPlaceControl.tsx'
import { nearInWords } from '#web/features/pois/near/near-words.ts'
import { PlanningLinks } from '#web/features/pois/list/PlanningLinks.tsx'
import { PoiList } from '#web/features/pois/list/PoiList.tsx'
import { aimZoom, PoiMap } from '#web/features/pois/PoiMap.tsx'
import { RadiusChoice } from '#web/features/pois/near/RadiusChoice.tsx'
import { SourceAges } from '#web/features/pois/list/SourceAges.tsx'
import { poisTexts } from '#web/features/pois/texts.ts'
import { useAskAgain } from '#web/features/pois/near/use-ask-again.ts'
import { useChosenCategories } from '#web/features/pois/use-chosen-categories.ts'
import { useOverview, usePoisById, usePoisInArea } from '#web/features/pois/use-map-data.ts'
import { useLinkAtStart, useLinkInAddress, useOpenedLink } from '#web/features/pois/use-map-link.ts'
import { type OwnPlace, useOwnPlace } from '#web/features/pois/near/use-own-place.ts'
import { isWarning } from '#domain/weather/weather.ts'
import { cameraOnWarning, knownWarning } from '#web/features/weather/known-warning.ts'
import { nearWarningsInWords } from '#web/features/weather/near-words.ts'
import { useWarnings, useWeatherAreas } from '#web/features/weather/use-warnings.ts'
import { WarningList } from '#web/features/weather/WarningList.tsx'
import { warningsIn } from '#web/features/weather/warnings-in.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatTime } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { SheetFrame } from '#web/ui/sheet/Sheet.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import type { CameraTarget } from '#web/map/canvas/MapCamera.tsx'
import type { CountsInView } from '#web/map/canvas/use-counts-in-view.ts'
import type { MapView } from '#web/map/canvas/use-map-view.ts'
import { PoiSheet, useSheetStop } from './PoiSheet.tsx'
import styles from './PoisPage.module.css'
import { selectedThings } from './selected-things.tsx'

const noWarnings: readonly CurrentWarning[] = []
const noAreas: WeatherAreas = { type: 'FeatureCollection', features: [] }

/** The map of everything that is ahead on the road, and a sheet with lists of the same. */
export function PoisPage() {
  const config = useConfig()
  const link = useLinkAtStart()
  const overview = useOverview()
  const areas = useWeatherAreas()
  const warnings = useWarnings()
  // A link leads to its place, not to the user's position.
  const own = useOwnPlace(link.view === null)
  const { chosen, toggle, show } = useChosenCategories(link.categories)
  const [selection, setSelection] = useState<readonly string[]>(link.id === null ? [] : [link.id])
  const [selectedOnMap, setSelectedOnMap] = useState(false)
  const [view, setView] = useState<MapView | null>(null)
  const [camera, setCamera] = useState<CameraTarget | null>(null)
  const [tilesFailed, setTilesFailed] = useState(false)
  const [ownTilesFailed, setOwnTilesFailed] = useState(false)
  const [counts, setCounts] = useState<CountsInView | null>(null)
  const [mapUnavailable, setMapUnavailable] = useState(false)
  const [radiusKm, setRadiusKm] = useState<number | null>(null)
  useOpenedLink((opened) => {
    if (opened.view !== null) {
      const { centre, zoom } = opened.view
      setCamera({ kind: 'place', place: centre, zoom })
    }
    show(opened.categories ?? poiCategories)
    setSelectedOnMap(false)
    setSelection(opened.id === null ? [] : [opened.id])
  })
  useLinkInAddress(view, chosen, selection)

  const allAreas = areas.data ?? noAreas
  const allWarnings = warnings.data?.warnings ?? noWarnings
  const isKnownWarning = (id: string) => knownWarning(id, allWarnings, allAreas) !== null
  const ownPois = useOwnPois()
  const hiddenPois = useHiddenPois()
  const hidden = useHiddenIds()
  const inClusters = hiddenInClustersInWords(hiddenPois, view, chosen)
  const selected = usePoisById(selection.filter((id) => !isKnownWarning(id)))

  const start = link.view ?? { centre: mapLimits.centre, zoom: mapLimits.allPoisZoom }
  const listed = view ?? viewAround(own.own?.place ?? start.centre)
  const circle = radiusKm === null ? null : { centre: own.own?.place ?? listed.centre, radiusKm }

  const area = {
    categories: chosen.filter((category) => category !== 'weather'),
    box: listed.box,
    centre: circle?.centre ?? listed.centre,
    radiusKm,
    version: overview.data?.version ?? null,
  }
  const isAreaKnown = (view !== null || mapUnavailable) && (overview.data !== undefined || overview.isError)
  const nearby = usePoisInArea(area, isAreaKnown)
  const warningsNear = warningsIn(listed.box, allWarnings.filter(isWarning), allAreas).length

  // Nothing of it flickers: the lists stay until what was chosen has arrived.
  const things =
    selection.length === 0 || selected.loading
      ? null
      : selectedThings(selection, selected.pois, allWarnings, allAreas, own.own?.place ?? null)
  const { stop, setStop, lower } = useSheetStop(things !== null)

  /** Chosen in a list: the map moves there, zoomed in for a single place, zoomed out for a whole warning. */
  const showPoi = (poi: Poi) => {
    setCamera({ kind: 'nearby', place: poi, leastZoom: mapLimits.singleMarkersFromZoom })
    select([poi.id], false)
  }
  const showWarning = (id: string) => {
    setCamera(cameraOnWarning(id, allWarnings, allAreas))
    select([id], false)
  }
  const select = (ids: readonly string[], onMap: boolean) => {
    setSelectedOnMap(onMap)
    setSelection(ids)
  }
  const showPlace = (place: NamedPlace) => {
    lower()
    setCamera({ kind: 'place', place, zoom: mapLimits.ownPositionZoom })
  }
  /** First where the user is: most report what they stand beside. */
  const startReport = () => {
    select([], false)
    lower()
    setCamera({ kind: 'aim', place: listed.centre, leastZoom: aimZoom })
    own.locate('aim')
  }
  const failed = overview.isError || tilesFailed || (ownTilesFailed && ownPois?.shown === true)
  const { attempt, askAgain } = useAskAgain(overview)
  const asOf = overview.data?.asOf ?? null

  return (
    <Page title={poisTexts.title} width="full">
      <SheetFrame
        className={styles.frame}
        tools={
          <div className={styles.tools}>
            <div className={styles.search}>
              <PlaceSearch near={listed.centre} onChoose={showPlace} />
            </div>
            <CategoryToggles
              chosen={chosen}
              counts={counts === null ? unknownCounts : { ...counts, weather: warningsNear }}
              own={ownPois}
              onToggle={toggle}
            />
          </div>
        }
        sheet={
          <PoiSheet
            stop={stop}
            onStop={setStop}
            near={nearInWords({
              listed: nearby.data?.length,
              more: nearby.hasNextPage,
              failed: nearby.isError,
              hidden: area.categories.length === 0,
            })}
            note={[
              nearWarningsInWords(warnings.data?.status ?? null, warnings.isError, warningsNear),
              asOf !== null && poisTexts.asOf(formatTime(asOf)),
            ]
              .filter((part) => part !== false)
              .join(' · ')}
            things={things}
            onSelect={(ids) => select(ids, false)}
          >
            {failed && <LoadFailure title={poisTexts.poisFailed} onRetry={askAgain} busy={overview.isFetching} />}
            {areas.isError && !warnings.isError && <Notice kind="warning">{poisTexts.areasFailed}</Notice>}
            <WarningList query={warnings} near={warningsNear} onShow={showWarning} />
            {inClusters !== false && <p>{inClusters}</p>}
            <PoiList
              area={area}
              from={own.own?.place ?? area.centre}
              query={nearby}
              selection={selection}
              onShow={showPoi}
            />
            <FilterNote />
            <RadiusChoice radiusKm={radiusKm} fromOwnPlace={own.own !== null} onChoose={setRadiusKm} />
            <PlanningLinks box={listed.box} />
            <DataAge asOf={asOf} failed={failed} busy={overview.isFetching} onRenew={askAgain} />
            <CameraRules chosen={chosen} />
            <ReportRules />
            <SourceAges sources={overview.data?.sources ?? []} />
          </PoiSheet>
        }
      >
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
            hidden={hidden}
            ownPois={ownPois?.shown === true ? ownPois : null}
            selected={selection.length === 1 ? (selected.pois.find(isOfSource) ?? null) : null}
            selectedHere={selectedOnMap}
            own={own.own}
            circle={circle}
            camera={camera}
            onSelect={(ids) => select(ids, true)}
            onView={setView}
            onFailure={setTilesFailed}
            onOwnFailure={setOwnTilesFailed}
            onCounts={(found) => setCounts((before) => (isSame(before, found) ? before : found))}
            onUnavailable={() => setMapUnavailable(true)}
          />
        )}
        <ReportControl
          centre={view?.centre ?? null}
          own={own.state === 'found' ? exactPlace(own.own) : null}
          locating={own.state === 'searching'}
          stop={stop}
          above={<OwnPlaceControl state={own.state} onAsk={lower} onLocate={() => own.locate()} />}
          onLocate={() => own.locate('aim')}
          onStart={startReport}
          onReported={({ id }) => select([id], true)}
          onTakeBack={() => select([], false)}
        />
      </SheetFrame>
    </Page>
  )
}

/** Own POIs have their own marker on the map. */
const isOfSource = ({ id }: Poi) => !ownPoiIdForm.test(id)

/** Before the map has been drawn. */
const unknownCounts: Record<PoiCategory, null> = {
  stationarySpeedCameras: null,
  mobileSpeedCameras: null,
  weather: null,
  accidents: null,
  motorcycleHazards: null,
}

/** The map rests again and again without anything new in view. */
function isSame(before: CountsInView | null, now: CountsInView): boolean {
  return before !== null && poiCategories.every((category) => before[category] === now[category])
}

/** Roughly what the map shows at its start: for the list, until there is a map or if none can be drawn. */
function viewAround(centre: Place): Pick<MapView, 'box' | 'centre'> {
  return { centre, box: boxOfCircle(centre, startRadiusKm) }
}

const startRadiusKm = 40

/** Near enough to report what is there without aiming; null where the browser only guesses. */
function exactPlace(own: OwnPlace | null): Place | null {
  return own !== null && own.accuracyMetres <= poiReportsLimits.hereMetres ? own.place : null
}
