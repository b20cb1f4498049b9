import { useId, useState } from 'react'
import type { Poi, PoiCategory } from '#contract/pois.ts'
import { categoryOf } from '#domain/pois.ts'
import { type PoiInView, poisInView } from './poi-markers.ts'
import styles from './PoiList.module.css'
import { poisTexts } from './texts.ts'
import { addressOf } from './wording.ts'
import { Button } from '#web/kit/Button.tsx'
import { counted, formatDistance, formatNumber } from '#web/kit/formats.ts'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { CategorySymbol } from '#web/map/CategorySymbol.tsx'
import type { MapView } from '#web/map/use-map-view.ts'
import { poiTypeNames } from '#web/texts/pois.ts'

interface PoiListProps {
  /** Undefined: not loaded. */
  pois: readonly Poi[] | undefined
  loading: boolean
  chosen: readonly PoiCategory[]
  view: Pick<MapView, 'box' | 'centre'>
  selection: readonly string[]
  onShow(id: string): void
}

const pageLength = 12
const texts = poisTexts.list

/** What the map shows, as a list: for the keyboard, for listening, and for whoever prefers reading. */
export function PoiList({ pois, loading, chosen, view, selection, onShow }: PoiListProps) {
  const titleId = useId()
  const [shown, setShown] = useState(pageLength)
  const known = pois !== undefined
  const inView = known ? poisInView(pois, chosen, view) : []
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {texts.title}
        </h2>
        <p className={styles.count} role="status">
          {known && `${counted(inView.length, 'POI', 'POIs')} · ${texts.order}`}
        </p>
      </div>
      {loading && <Skeleton lines={3} />}
      {known && inView.length === 0 && <p>{chosen.length === 0 ? texts.allHidden : texts.empty}</p>}
      <ul className={styles.list}>
        {inView.slice(0, shown).map((entry) => (
          <PoiRow key={entry.poi.id} entry={entry} selected={selection.includes(entry.poi.id)} onShow={onShow} />
        ))}
      </ul>
      {inView.length > shown && (
        <Button kind="quiet" onClick={() => setShown(shown + pageLength)}>
          {texts.more}
        </Button>
      )}
      <Attributions pois={inView.map(({ poi }) => poi)} />
    </section>
  )
}

interface PoiRowProps {
  entry: PoiInView
  selected: boolean
  onShow(id: string): void
}

function PoiRow({ entry: { poi, distanceMetres }, selected, onShow }: PoiRowProps) {
  const address = addressOf(poi)
  return (
    <li>
      <button type="button" className={styles.poi} aria-current={selected || undefined} onClick={() => onShow(poi.id)}>
        <CategorySymbol category={categoryOf(poi.poiType)} size={28} />
        <span className={styles.words}>
          <span className={styles.type}>{poiTypeNames[poi.poiType]}</span>
          {address !== null && <span>{address}</span>}
          <span className={styles.distance}>{texts.distance(formatDistance(distanceMetres))}</span>
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
  const attributions = [...new Set(pois.map(({ details }) => details.attribution))]
  if (attributions.length === 0) return null
  return (
    <p className={styles.sources}>
      {poisTexts.sources}: {attributions.join(' · ')}
    </p>
  )
}
