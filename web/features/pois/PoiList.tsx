import { useId } from 'react'
import type { Poi } from '#contract/pois.ts'
import { categoryOf } from '#domain/pois.ts'
import styles from './PoiList.module.css'
import { poisTexts } from './texts.ts'
import { type ListedArea, usePoisInArea } from './use-map-data.ts'
import { addressOf } from './wording.ts'
import { Button } from '#web/kit/Button.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { counted, formatDistance, formatNumber } from '#web/kit/formats.ts'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { CategorySymbol } from '#web/map/CategorySymbol.tsx'
import { poiTypeNames } from '#web/texts/pois.ts'

interface PoiListProps {
  area: ListedArea
  selection: readonly string[]
  onShow(poi: Poi): void
}

const texts = poisTexts.list

/** What the map shows, as a list: for the keyboard, for listening, and for whoever prefers reading. */
export function PoiList({ area, selection, onShow }: PoiListProps) {
  const titleId = useId()
  const { data: pois, isPending, isError, error, isFetching, hasNextPage, fetchNextPage, refetch } = usePoisInArea(area)
  const nothingChosen = area.categories.length === 0
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {area.radiusKm === null ? texts.title : texts.titleInCircle(area.radiusKm)}
        </h2>
        <p className={styles.count} role="status">
          {pois !== undefined && !nothingChosen && `${howMany(pois.length, hasNextPage)} · ${texts.order}`}
        </p>
      </div>
      {isPending && !nothingChosen && <Skeleton lines={3} label={texts.loading} />}
      {isError && <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {nothingChosen ? <p>{texts.allHidden}</p> : pois?.length === 0 && <p>{texts.empty}</p>}
      {pois !== undefined && !nothingChosen && (
        <>
          <ul className={styles.list}>
            {pois.map((poi) => (
              <PoiRow key={poi.id} poi={poi} selected={selection.includes(poi.id)} onShow={onShow} />
            ))}
          </ul>
          {hasNextPage && (
            <Button kind="quiet" busy={isFetching} onClick={() => void fetchNextPage()}>
              {texts.more}
            </Button>
          )}
          <Attributions pois={pois} />
        </>
      )}
    </section>
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
  const address = addressOf(poi)
  return (
    <li>
      <button type="button" className={styles.poi} aria-current={selected || undefined} onClick={() => onShow(poi)}>
        <CategorySymbol category={categoryOf(poi.poiType)} size={28} />
        <span className={styles.words}>
          <span className={styles.type}>{poiTypeNames[poi.poiType]}</span>
          {address !== null && <span>{address}</span>}
          {poi.distance !== undefined && <span className={styles.distance}>{formatDistance(poi.distance)}</span>}
        </span>
        {poi.speed !== null && (
          <span className={styles.limit}>
            <span aria-hidden="true">{formatNumber(poi.speed)}</span>
            <span className="visually-hidden">
              {poisTexts.detail.limit} {poisTexts.detail.kmh(formatNumber(poi.speed))}
            </span>
          </span>
        )}
      </button>
    </li>
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
