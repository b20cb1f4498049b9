import { Fragment } from 'react'
import type { Departure, RouteItem } from '#contract/route-check/route-check.ts'
import { noteInWords } from '#domain/pois/poi-note.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { passedAt } from '#domain/route-check/departure.ts'
import type { RouteSpot } from '#domain/route-check/route-spots.ts'
import styles from './ItemList.module.css'
import { routeCheckTexts } from '../texts.ts'
import { kmOf, placeFacts, placeTitle, whereaboutsOf } from '../wording.ts'
import { classes } from '#web/ui/layout/classes.ts'
import { formatNumber, formatTime, oClock } from '#web/texts/formats.ts'
import { PickList, PickRow } from '#web/ui/fields/PickList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { DoubtBadges } from '#web/map/layers/DoubtBadges.tsx'
import { categoryNames } from '#web/texts/pois.ts'

interface ItemListProps {
  /** In the order of this list. */
  places: readonly RouteSpot[]
  /** Of the whole route, in the order of the ride: the map's numbers. */
  all: readonly RouteSpot[]
  /** Gives each place its time. */
  departure: Departure | null
  /** Index among all of the place that is shown on the map. */
  selected: number | null
  onSelect(index: number): void
}

/** Places of the route, with the numbers of the map. The one that is chosen says all that is known of it. */
export function ItemList({ places, all, departure, selected, onSelect }: ItemListProps) {
  return (
    <PickList ordered>
      {places.map((place) => {
        const index = all.indexOf(place)
        return (
          <PlaceRow
            key={`${place.item.poi.id} ${place.from}`}
            place={place}
            index={index}
            departure={departure}
            selected={index === selected}
            onSelect={onSelect}
          />
        )
      })}
    </PickList>
  )
}

interface PlaceRowProps {
  place: RouteSpot
  index: number
  departure: Departure | null
  selected: boolean
  onSelect(index: number): void
}

function PlaceRow({ place, index, departure, selected, onSelect }: PlaceRowProps) {
  const { item } = place
  const direction = routeCheckTexts.directions[item.direction]
  const category = categoryOf(item.poi.poiType)
  const facts = placeFacts(place)
  const because = place.because.map((condition) => routeCheckTexts.ride.because[condition]).join(', ')

  return (
    <PickRow selected={selected} follow onPick={() => onSelect(index)}>
      <span className={styles.item}>
        <span className={styles.number} aria-hidden="true">
          {formatNumber(index + 1)}
        </span>
        <CategorySymbol category={category} size={28} />
        <span className={styles.words}>
          <span className="visually-hidden">{categoryNames[category]}: </span>
          <span>
            <span className={styles.km}>{kmOf(place)}</span>{' '}
            <span className={classes(styles.title, item.onlyAt !== null && styles.notThen)}>
              {placeTitle(place)}
              {item.onlyAt !== null && ` · ${routeCheckTexts.item.notThen(item.onlyAt)}`}
              {direction !== null && (
                <span className={classes(styles.direction, item.direction === 'same' && styles.watched)}>
                  {' · '}
                  {direction}
                </span>
              )}
            </span>
          </span>
          {departure !== null && (
            <Small as="span">
              {routeCheckTexts.ride.at(oClock(formatTime(passedAt(departure, place.from))))}
              {because !== '' && ` · ${routeCheckTexts.item.onRide(because)}`}
            </Small>
          )}
          <DoubtBadges details={item.poi.details} />
          {facts !== '' && <Small as="span">{facts}</Small>}
          {selected && <PlaceDetail place={place} />}
        </span>
      </span>
    </PickRow>
  )
}

function PlaceDetail({ place: { items } }: { place: RouteSpot }) {
  return items.map((item) => {
    const note = noteInWords(item.poi)
    const whereabouts = whereaboutsOf(item)
    return (
      <Fragment key={item.poi.id}>
        {note !== null && <span className={styles.reason}>{items.length === 1 ? note : noteAt(item, note)}</span>}
        {whereabouts !== '' && <Small as="span">{whereabouts}</Small>}
      </Fragment>
    )
  })
}

/** `km 0,2: 4 Motorradunfälle in 3 Jahren, 1 schwer.` */
function noteAt({ alongMetres }: RouteItem, note: string): string {
  return routeCheckTexts.item.of(kmOf({ from: alongMetres, to: alongMetres }), note)
}
