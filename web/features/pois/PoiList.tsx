import type { Poi } from '#contract/pois.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { LimitSign } from './LimitSign.tsx'
import styles from './PoiList.module.css'
import { poisTexts } from './texts.ts'
import type { ListedArea, usePoisInArea } from './use-map-data.ts'
import { streetAddress } from './wording.ts'
import { Button } from '#web/kit/Button.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { counted, formatDistance, formatNumber } from '#web/kit/formats.ts'
import { PanelPart } from '#web/kit/PanelPart.tsx'
import { PickList, PickRow } from '#web/kit/PickList.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { Small } from '#web/kit/Small.tsx'
import { CategorySymbol } from '#web/map/CategorySymbol.tsx'
import { DoubtBadges } from '#web/map/DoubtBadges.tsx'
import { poiTypeNames } from '#web/texts/pois.ts'

interface PoiListProps {
  area: ListedArea
  query: ReturnType<typeof usePoisInArea>
  selection: readonly string[]
  onShow(poi: Poi): void
}

const texts = poisTexts.list

/** What the map shows, as a list: for keyboards, for screen readers, and for users who prefer reading. */
export function PoiList({ area, query, selection, onShow }: PoiListProps) {
  const { data: pois, isPending, isError, error, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const nothingChosen = area.categories.length === 0
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
            {pois.map((poi) => (
              <PoiRow key={poi.id} poi={poi} selected={selection.includes(poi.id)} onShow={onShow} />
            ))}
          </PickList>
          {hasNextPage && (
            <Button kind="quiet" busy={isFetching} onClick={() => void fetchNextPage()}>
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
  return andMore ? texts.atLeast(formatNumber(count)) : counted(count, 'POI', 'POIs')
}

interface PoiRowProps {
  poi: Poi
  selected: boolean
  onShow(poi: Poi): void
}

function PoiRow({ poi, selected, onShow }: PoiRowProps) {
  const address = streetAddress(poi)
  return (
    <PickRow selected={selected} outdented onPick={() => onShow(poi)}>
      <span className={styles.poi}>
        <CategorySymbol category={categoryOf(poi.poiType)} size={28} />
        <span className={styles.words}>
          <span className={styles.type}>{poiTypeNames[poi.poiType]}</span>
          <DoubtBadges details={poi.details} />
          {address !== null && <span>{address}</span>}
          {poi.distance !== undefined && <Small as="span">{formatDistance(poi.distance)}</Small>}
        </span>
        {poi.speed !== null && <LimitSign speed={poi.speed} />}
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
    <p className={styles.sources}>
      {poisTexts.sources}: {attributions.join(' · ')}
    </p>
  )
}
