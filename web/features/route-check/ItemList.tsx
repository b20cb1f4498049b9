import type { Departure, RouteItem } from '#contract/route-check.ts'
import { noteInWords } from '#domain/pois/poi-note.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { passedAt } from '#domain/route-check/departure.ts'
import styles from './ItemList.module.css'
import { routeCheckTexts } from './texts.ts'
import { kilometres, titleOf, whereaboutsOf } from './wording.ts'
import { classes } from '#web/kit/classes.ts'
import { formatNumber, formatTime, oClock } from '#web/kit/formats.ts'
import { PickList, PickRow } from '#web/kit/PickList.tsx'
import { Small } from '#web/kit/Small.tsx'
import { CategorySymbol } from '#web/map/CategorySymbol.tsx'
import { DoubtBadges } from '#web/map/DoubtBadges.tsx'
import { categoryNames } from '#web/texts/pois.ts'

interface ItemListProps {
  items: readonly RouteItem[]
  /** Gives each entry its time. */
  departure: Departure | null
  /** Index of the entry that is shown on the map. */
  selected: number | null
  onSelect(index: number): void
}

/** Everything on the route, in the order of the ride, with the numbers of the map. */
export function ItemList({ items, departure, selected, onSelect }: ItemListProps) {
  return (
    <PickList ordered>
      {items.map((item, index) => (
        <ItemRow
          key={`${item.poi.id} ${item.alongMetres}`}
          item={item}
          index={index}
          departure={departure}
          selected={index === selected}
          onSelect={onSelect}
        />
      ))}
    </PickList>
  )
}

interface ItemRowProps {
  item: RouteItem
  index: number
  departure: Departure | null
  selected: boolean
  onSelect(index: number): void
}

function ItemRow({ item, index, departure, selected, onSelect }: ItemRowProps) {
  const direction = routeCheckTexts.directions[item.direction]
  const whereabouts = whereaboutsOf(item)
  const category = categoryOf(item.poi.poiType)
  const note = noteInWords(item.poi)

  return (
    <PickRow selected={selected} follow onPick={() => onSelect(index)}>
      <span className={styles.item}>
        <span className={styles.number} aria-hidden="true">
          {formatNumber(index + 1)}
        </span>
        <span className={styles.km}>
          {routeCheckTexts.item.km(kilometres(item.alongMetres))}
          {departure !== null && (
            <span className={styles.time}>
              {routeCheckTexts.ride.at(oClock(formatTime(passedAt(departure, item.alongMetres))))}
            </span>
          )}
        </span>
        <CategorySymbol category={category} size={28} />
        <span className={styles.words}>
          <span className="visually-hidden">{categoryNames[category]}: </span>
          <span className={classes(styles.title, item.onlyAt !== null && styles.notThen)}>
            {titleOf(item)}
            {item.onlyAt !== null && ` · ${routeCheckTexts.item.notThen(item.onlyAt)}`}
            {direction !== null && (
              <span className={classes(styles.direction, item.direction === 'same' && styles.watched)}>
                {' · '}
                {direction}
              </span>
            )}
          </span>
          <DoubtBadges details={item.poi.details} />
          {note !== null && <span className={styles.reason}>{note}</span>}
          {whereabouts !== '' && <Small as="span">{whereabouts}</Small>}
        </span>
      </span>
    </PickRow>
  )
}
