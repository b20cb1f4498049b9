import { type ReactNode, useEffect, useRef } from 'react'
import { ownPoiSource } from '#contract/poi-exchange.ts'
import type { Poi, PoiCategory } from '#contract/pois.ts'
import type { CurrentWarning, Heights, WeatherAreas } from '#contract/weather.ts'
import { categoryOf } from '#domain/pois.ts'
import { PoiDetail } from './PoiDetail.tsx'
import styles from './SelectionCard.module.css'
import { poisTexts } from './texts.ts'
import { type KnownWarning, WarningDetail } from './WarningDetail.tsx'
import { eventInWords } from './wording.ts'
import { CloseButton } from '#web/kit/CloseButton.tsx'
import { CategorySymbol } from '#web/map/CategorySymbol.tsx'
import { poiTypeNames } from '#web/texts/pois.ts'
import { withHeights } from '#web/texts/weather.ts'

interface SelectionCardProps {
  /** One id, or several that lie on the same spot and must be chosen from. */
  selection: readonly string[]
  pois: readonly Poi[]
  /** Some of them are on their way. */
  loading: boolean
  warnings: readonly CurrentWarning[]
  areas: WeatherAreas
  onSelect(ids: readonly string[]): void
}

type Thing = { id: string; title: string } & ({ poi: Poi } | { warning: KnownWarning })

/** What was chosen on the map or in a list, above the map. Takes the focus, gives it back when closed. */
export function SelectionCard({ selection, pois, loading, warnings, areas, onSelect }: SelectionCardProps) {
  if (selection.length === 0) return null
  // So soon that a skeleton would only flicker.
  if (loading) return null
  const things = selection.flatMap((id) => thingOf(id, pois, warnings, areas) ?? [])
  const [first, ...others] = things
  const title =
    first === undefined
      ? poisTexts.gone
      : others.length === 0
        ? first.title
        : poisTexts.detail.severalTitle(things.length)
  return (
    <CardFrame
      key={selection.join(' ')}
      title={title}
      symbol={symbolOf(first, others.length)}
      onClose={() => onSelect([])}
    >
      {others.length > 0 ? <Choice things={things} onSelect={onSelect} /> : <Detail thing={first} />}
    </CardFrame>
  )
}

function thingOf(
  id: string,
  pois: readonly Poi[],
  warnings: readonly CurrentWarning[],
  areas: WeatherAreas,
): Thing | null {
  const poi = pois.find((known) => known.id === id)
  if (poi) return { id, title: isOwnPoi(poi) ? poisTexts.ownPoi : poiTypeNames[poi.poiType], poi }
  const current = warnings.find((known) => known.id === id)
  const area = areas.features.find(({ properties }) => properties.id === id)?.properties
  if (current) return { id, title: titleOf(current, current.warningType), warning: { current, area: area ?? null } }
  return area ? { id, title: titleOf(area, area.eventType), warning: { current: null, area } } : null
}

const titleOf = (heights: Heights, event: string) => withHeights(heights, eventInWords(event))

const isOwnPoi = ({ details }: Poi) => details.source === ownPoiSource

function symbolOf(first: Thing | undefined, others: number): ReactNode {
  if (first === undefined || others > 0) return null
  return <CategorySymbol category={'poi' in first ? shownCategory(first.poi) : 'weather'} size={32} />
}

/** What a user brought along is of no category. */
function shownCategory(poi: Poi): PoiCategory | null {
  return isOwnPoi(poi) ? null : categoryOf(poi.poiType)
}

function Detail({ thing }: { thing: Thing | undefined }) {
  if (thing === undefined) return null
  return 'poi' in thing ? <PoiDetail poi={thing.poi} /> : <WarningDetail warning={thing.warning} />
}

function Choice({ things, onSelect }: { things: readonly Thing[]; onSelect(ids: readonly string[]): void }) {
  return (
    <ul className={styles.choice}>
      {things.map((thing) => (
        <li key={thing.id}>
          <button type="button" className={styles.option} onClick={() => onSelect([thing.id])}>
            {symbolOf(thing, 0)}
            {thing.title}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface CardFrameProps {
  title: string
  symbol: ReactNode
  onClose(): void
  children: ReactNode
}

function CardFrame({ title, symbol, onClose, children }: CardFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusWhileOpen(heading)
  return (
    <section
      className={styles.card}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={styles.head}>
        {symbol}
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <CloseButton label={poisTexts.detail.close} onClick={onClose} />
      </div>
      {/* It scrolls where there is little room: by keyboard, too. */}
      <div className={styles.body} role="group" aria-label={title} tabIndex={0}>
        {children}
      </div>
    </section>
  )
}

function useFocusWhileOpen(target: { current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement
    target.current?.focus({ preventScroll: true })
    // With the map around it: on a phone the list it was chosen from is far below.
    target.current?.closest('section')?.offsetParent?.scrollIntoView({ block: 'nearest' })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [target])
}
