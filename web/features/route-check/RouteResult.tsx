import { type ReactNode, useState } from 'react'
import type { Place } from '#contract/place.ts'
import { type PoiCategory, poiCategories } from '#contract/pois.ts'
import type { CheckedRoute } from '#contract/route-check.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { isWarning } from '#domain/weather/weather.ts'
import { ItemList } from './ItemList.tsx'
import { RouteMap } from './RouteMap.tsx'
import styles from './RouteResult.module.css'
import { routeCheckTexts } from './texts.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { counted, formatDayTime, formatDistance, formatNumber } from '#web/kit/formats.ts'
import { More } from '#web/kit/More.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Small } from '#web/kit/Small.tsx'
import { CategorySymbol } from '#web/map/CategorySymbol.tsx'
import { categoryNames } from '#web/texts/pois.ts'
import { DataStatus } from './DataStatus.tsx'
import { RouteClosures } from './RouteClosures.tsx'
import { RideFacts } from './RideFacts.tsx'
import { RouteWarnings } from './RouteWarnings.tsx'
import { WatchedHotspots } from './WatchedHotspots.tsx'

interface RouteResultProps {
  name: string
  pieces: readonly (readonly Place[])[]
  reversed: boolean
  checked: CheckedRoute
  checkedAt: Date
  /** Something else was requested, and this is still the previous answer. */
  renewing: boolean
  /** How the route is checked, and what can be done with the list. */
  controls: ReactNode
}

const texts = routeCheckTexts.result
const placed = poiCategories.filter((category) => category !== 'weather')

/** What lies on the route: a summary, the map, and the list in the order of the ride; in a wide window the map beside it. */
export function RouteResult({ name, pieces, reversed, checked, checkedAt, renewing, controls }: RouteResultProps) {
  const [hidden, setHidden] = useState<readonly PoiCategory[]>([])
  const [selected, setSelected] = useState<number | null>(null)
  const { items, warnings, closures, ride } = checked
  const shown = items.filter(({ poi }) => !hidden.includes(categoryOf(poi.poiType)))
  const toggle = (category: PoiCategory) => {
    setSelected(null)
    setHidden(hidden.includes(category) ? hidden.filter((other) => other !== category) : [...hidden, category])
  }
  const [one, many] = texts.found
  const attributions = [
    ...new Set([
      ...items.map(({ poi }) => poi.details.attribution),
      ...warnings.map(({ warning }) => warning.attribution),
      ...closures.map(({ attribution }) => attribution),
    ]),
  ]
  return (
    <section className={styles.result} aria-labelledby="route-result" aria-busy={renewing || undefined}>
      <div>
        <h2 id="route-result">{texts.title}</h2>
        <Small role="status">
          <strong className={styles.found}>{counted(shown.length, one ?? '', many ?? '')}</strong> {name} ·{' '}
          {texts.length(formatDistance(checked.lengthMetres))}
          {reversed && ` · ${routeCheckTexts.reversed}`}
        </Small>
        <p className={styles.printed}>{texts.checkedAt(formatDayTime(checkedAt))}</p>
      </div>
      <div className={styles.map}>
        <RouteMap pieces={pieces} items={shown} selected={selected} onSelect={setSelected} />
      </div>
      {closures.length > 0 && <RouteClosures closures={closures} departure={ride?.departure ?? null} />}
      {controls}
      <Totals checked={checked} hidden={hidden} onToggle={toggle} />
      {checked.truncated && <Notice kind="warning">{texts.truncated(formatNumber(items.length))}</Notice>}
      {ride !== null && <RideFacts ride={ride} checkedAt={checkedAt} />}
      {ride !== null && <WatchedHotspots items={items} ride={ride} />}
      {warnings.length > 0 && <RouteWarnings warnings={warnings} />}
      {items.length === 0 && closures.length === 0 && (
        <EmptyState level={3} title={texts.nothing}>
          {texts.nothingHint}
        </EmptyState>
      )}
      {items.length > 0 && shown.length === 0 && <p>{texts.hidden}</p>}
      <ItemList items={shown} departure={ride?.departure ?? null} selected={selected} onSelect={setSelected} />
      <More line={routeCheckTexts.legalTitle}>
        <p>{routeCheckTexts.legalText}</p>
      </More>
      {checked.sources.length > 0 && <DataStatus sources={checked.sources} />}
      {attributions.length > 0 && (
        <p className={styles.sources}>
          {texts.sources}: {attributions.join(' · ')}
        </p>
      )}
    </section>
  )
}

interface TotalsProps {
  checked: CheckedRoute
  hidden: readonly PoiCategory[]
  onToggle(category: PoiCategory): void
}

/** How many of each category, and which of them are listed. */
function Totals({ checked: { items, warnings }, hidden, onToggle }: TotalsProps) {
  const countOf = (category: PoiCategory) => items.filter(({ poi }) => categoryOf(poi.poiType) === category).length
  return (
    <fieldset className={styles.totals}>
      <legend>{texts.categories}</legend>
      {placed.map((category) => (
        <label key={category} className={styles.total}>
          <input type="checkbox" checked={!hidden.includes(category)} onChange={() => onToggle(category)} />
          <CategorySymbol category={category} size={26} />
          <span>{categoryNames[category]}</span>
          <strong>{formatNumber(countOf(category))}</strong>
        </label>
      ))}
      <p className={styles.total}>
        <CategorySymbol category="weather" size={26} />
        <span>{categoryNames.weather}</span>
        <strong>{formatNumber(warnings.filter(({ warning }) => isWarning(warning)).length)}</strong>
      </p>
    </fieldset>
  )
}
