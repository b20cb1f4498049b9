import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Place } from '#contract/base/place.ts'
import { type PoiCategory, poiCategories } from '#contract/pois/pois.ts'
import type { CheckedRoute } from '#contract/route-check/route-check.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { spotsOfRoute, rankSpots, verdictOf } from '#domain/route-check/route-spots.ts'
import { ItemList } from './ItemList.tsx'
import { RouteMap } from './RouteMap.tsx'
import { RouteStrip } from './RouteStrip.tsx'
import styles from './RouteResult.module.css'
import { routeCheckTexts } from '../texts.ts'
import { EmptyState } from '#web/ui/text/EmptyState.tsx'
import { formatDayTime, formatDistance, formatNumber } from '#web/texts/formats.ts'
import { Details } from '#web/ui/text/Details.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { categoryNames } from '#web/texts/pois.ts'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { surface } from '#web/ui/layout/Card.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { DataStatus } from './DataStatus.tsx'
import { RouteClosures } from './RouteClosures.tsx'
import { RideFacts } from './RideFacts.tsx'
import { RouteWarnings } from './RouteWarnings.tsx'
import { verdictInWords, weatherInWords } from '../wording.ts'

interface RouteResultProps {
  name: string
  pieces: readonly (readonly Place[])[]
  reversed: boolean
  checked: CheckedRoute
  checkedAt: Date
  /** Something else was requested, and this is still the previous answer. */
  renewing: boolean
  /** Leads back to the choice of a route. */
  another: ReactNode
  /** When the ride is. */
  departureForm: ReactNode
  /** What can be done with the route. */
  actions: ReactNode
}

const texts = routeCheckTexts.result
const placed = poiCategories.filter((category) => category !== 'weather')

/** What lies on the route: how much of it matters, the worst places, and folded all others; in a wide window the map beside it. */
export function RouteResult({
  name,
  pieces,
  reversed,
  checked,
  checkedAt,
  renewing,
  another,
  departureForm,
  actions,
}: RouteResultProps) {
  const [hidden, setHidden] = useState<readonly PoiCategory[]>([])
  const [selected, setSelected] = useState<number | null>(null)
  const { items, warnings, closures, ride } = checked
  const shown = useMemo(() => items.filter(({ poi }) => !hidden.includes(categoryOf(poi.poiType))), [items, hidden])
  const places = useMemo(() => spotsOfRoute(shown), [shown])
  const marked = useMemo(() => places.map(({ item }) => item), [places])
  const { first, others } = useMemo(() => rankSpots(places), [places])
  // What is hidden is on the route all the same.
  const verdict = useMemo(() => verdictOf(checked, rankSpots(spotsOfRoute(items)).mattering), [checked, items])
  const [isOpen, setOpen] = useUnfolded(others.some((place) => selected !== null && places[selected] === place))
  const toggle = (category: PoiCategory) => {
    setSelected(null)
    setHidden(hidden.includes(category) ? hidden.filter((other) => other !== category) : [...hidden, category])
  }
  const attributions = [
    ...new Set([
      ...items.map(({ poi }) => poi.details.attribution),
      ...warnings.map(({ warning }) => warning.attribution),
      ...closures.map(({ attribution }) => attribution),
    ]),
  ]
  const list = { all: places, departure: ride?.departure ?? null, selected, onSelect: setSelected }
  return (
    <section className={styles.result} aria-labelledby="route-result" aria-busy={renewing || undefined}>
      <div>
        <h2 id="route-result" className="visually-hidden">
          {texts.title}
        </h2>
        <div className={styles.head}>
          <Small role="status">
            <strong className={styles.name}>{texts.head(name, formatDistance(checked.lengthMetres))}</strong>
            {weatherInWords(checked, checkedAt)}
            {reversed && ` · ${routeCheckTexts.reversed}`}
          </Small>
          {another}
        </div>
        <p className={styles.printed}>{texts.checkedAt(formatDayTime(checkedAt))}</p>
        {departureForm}
      </div>
      <div className={styles.map}>
        <RouteMap pieces={pieces} items={marked} selected={selected} onSelect={setSelected} />
      </div>
      <div className={classes(surface, styles.verdict)}>
        <p className={styles.found}>{verdictInWords(verdict)}</p>
        {places.length > 0 && (
          <RouteStrip lengthMetres={checked.lengthMetres} places={places} selected={selected} onSelect={setSelected} />
        )}
      </div>
      {closures.length > 0 && <RouteClosures closures={closures} departure={ride?.departure ?? null} />}
      {first.length > 0 && (
        <section aria-labelledby="route-first">
          <h3 id="route-first" className={styles.part}>
            {texts.first}
          </h3>
          <ItemList places={first} {...list} />
        </section>
      )}
      {warnings.length > 0 && <RouteWarnings warnings={warnings} />}
      {checked.truncated && <Notice kind="warning">{texts.truncated(formatNumber(items.length))}</Notice>}
      {items.length === 0 && closures.length === 0 && warnings.length === 0 && (
        <EmptyState level={3} title={texts.nothing}>
          {texts.nothingHint}
        </EmptyState>
      )}
      {items.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <Summary>{texts.others(formatNumber(others.length))}</Summary>
          <Stack gap={3}>
            <Totals checked={checked} hidden={hidden} onToggle={toggle} />
            {shown.length === 0 && <p>{texts.hidden}</p>}
            <ItemList places={others} {...list} />
          </Stack>
        </details>
      )}
      {ride !== null && <RideFacts ride={ride} checkedAt={checkedAt} />}
      <Details line={routeCheckTexts.legalTitle}>
        <p>{routeCheckTexts.legalText}</p>
      </Details>
      {checked.sources.length > 0 && <DataStatus sources={checked.sources} attributions={attributions} />}
      {actions}
    </section>
  )
}

/** Whether the others are unfolded: by hand, by choosing one of them on the map, and for printing. */
function useUnfolded(isChosenInside: boolean): [boolean, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  const [wasInside, setInside] = useState(isChosenInside)
  if (wasInside !== isChosenInside) {
    setInside(isChosenInside)
    if (isChosenInside) setOpen(true)
  }
  useEffect(() => {
    const unfold = () => flushSync(() => setOpen(true))
    window.addEventListener('beforeprint', unfold)
    return () => window.removeEventListener('beforeprint', unfold)
  }, [])
  return [isOpen, setOpen]
}

interface TotalsProps {
  checked: CheckedRoute
  hidden: readonly PoiCategory[]
  onToggle(category: PoiCategory): void
}

/** How many of each category there are, and which of them are listed. What is not there is not named. */
function Totals({ checked: { items }, hidden, onToggle }: TotalsProps) {
  const countOf = (category: PoiCategory) => items.filter(({ poi }) => categoryOf(poi.poiType) === category).length
  return (
    <FieldGroup legend={texts.categories}>
      <Row gap={2}>
        {placed
          .filter((category) => countOf(category) > 0)
          .map((category) => (
            <label key={category} className={styles.total}>
              <input type="checkbox" checked={!hidden.includes(category)} onChange={() => onToggle(category)} />
              <CategorySymbol category={category} size={26} />
              <span>{categoryNames[category]}</span>
              <strong>{formatNumber(countOf(category))}</strong>
            </label>
          ))}
      </Row>
    </FieldGroup>
  )
}
