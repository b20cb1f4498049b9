import { useState } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { statisticsOf } from '#domain/pois/poi-note.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { LimitSign } from './LimitSign.tsx'
import styles from './PoiList.module.css'
import { poisTexts } from '../texts.ts'
import type { ListedArea, usePoisInArea } from '../use-map-data.ts'
import { shortPlace } from '../wording.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { countInWords } from '../near/near-words.ts'
import { PlaceDirection } from '../near/PlaceDirection.tsx'
import { PanelPart } from '#web/ui/layout/PanelPart.tsx'
import { PickList, PickRow } from '#web/ui/fields/PickList.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { DoubtBadges } from '#web/map/layers/DoubtBadges.tsx'
import { poiTypeNames } from '#web/texts/pois.ts'

interface PoiListProps {
  area: ListedArea
  /** Where the reader is, or the middle of the map: distances are from there. */
  from: Place
  query: ReturnType<typeof usePoisInArea>
  selection: readonly string[]
  onShow(poi: Poi): void
}

const texts = poisTexts.list

/** What the map shows, as a list: for keyboards, for screen readers, and for users who prefer reading. */
export function PoiList({ area, from, query, selection, onShow }: PoiListProps) {
  const { data: pois, isPending, isError, error, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const [most, setMost] = useState<number>(mapLimits.listedPois)
  const nothingChosen = area.categories.length === 0
  const showMore = () => {
    setMost(most + mapLimits.listedPois)
    if (pois !== undefined && pois.length < most + mapLimits.listedPois && hasNextPage) void fetchNextPage()
  }
  return (
    <PanelPart
      title={area.radiusKm === null ? texts.title : texts.titleInCircle(area.radiusKm)}
      note={
        <Small role="status">
          {pois !== undefined && !nothingChosen && (
            <>
              <span className="visually-hidden">{howMany(pois.length, hasNextPage)} · </span>
              {texts.order}
            </>
          )}
        </Small>
      }
    >
      {isPending && !nothingChosen && <Skeleton lines={3} label={texts.loading} />}
      {isError && <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {nothingChosen ? <p>{texts.allHidden}</p> : pois?.length === 0 && <p>{texts.empty}</p>}
      {pois !== undefined && !nothingChosen && (
        <>
          <PickList>
            {pois.slice(0, most).map((poi) => (
              <PoiRow key={poi.id} poi={poi} from={from} selected={selection.includes(poi.id)} onShow={onShow} />
            ))}
          </PickList>
          {(hasNextPage || pois.length > most) && (
            <Button kind="quiet" busy={isFetching} onClick={showMore}>
              {texts.more}
            </Button>
          )}
          <Attributions pois={pois} />
        </>
      )}
    </PanelPart>
  )
}

function howMany(count: number, andMore: boolean): string {
  return count === 1 ? '1 POI' : texts.several(countInWords(andMore ? Infinity : count))
}

interface PoiRowProps {
  poi: Poi
  from: Place
  selected: boolean
  onShow(poi: Poi): void
}

/** Where it is, then what. Without a place what it is stands alone. */
function PoiRow({ poi, from, selected, onShow }: PoiRowProps) {
  const place = shortPlace(poi)
  const name = poiTypeNames[poi.poiType]
  const reason = statisticsOf(poi)?.short ?? null
  return (
    <PickRow selected={selected} outdented onPick={() => onShow(poi)}>
      <span className={styles.poi}>
        <CategorySymbol category={categoryOf(poi.poiType)} size={28} />
        <span className={styles.words}>
          <span className={styles.place}>{place ?? name}</span>
          {reason !== null && <span className="visually-hidden">{name}: </span>}
          {(place !== null || reason !== null) && <span>{reason ?? name}</span>}
          <DoubtBadges details={poi.details} />
        </span>
        {poi.speed !== null && <LimitSign speed={poi.speed} />}
        <PlaceDirection from={from} to={poi} />
      </span>
    </PickRow>
  )
}

/** Whose data is in view: most licences ask for it, and everybody wants to know. */
function Attributions({ pois }: { pois: readonly Poi[] }) {
  const origins = pois.flatMap(({ details }) => details.sources ?? [details])
  const attributions = [...new Set(origins.map(({ attribution }) => attribution))]
  if (attributions.length === 0) return null
  return (
    <Small>
      {poisTexts.sources}: {attributions.join(' · ')}
    </Small>
  )
}
