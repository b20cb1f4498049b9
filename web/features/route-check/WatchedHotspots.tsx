import type { RouteItem, RouteRide } from '#contract/route-check.ts'
import { noteInWords } from '#domain/pois/poi-note.ts'
import { passedAt } from '#domain/route-check/departure.ts'
import styles from './ItemList.module.css'
import { routeCheckTexts } from './texts.ts'
import { kilometres, whereaboutsOf } from './wording.ts'
import { Card } from '#web/kit/Card.tsx'
import { formatTime, oClock } from '#web/kit/formats.ts'

const texts = routeCheckTexts.ride

/** The hotspots whose reason applies at the time of the ride, before everything else. */
export function WatchedHotspots({ items, ride }: { items: readonly RouteItem[]; ride: RouteRide }) {
  const watched = items.filter(({ because }) => because.length > 0)
  if (watched.length === 0) return null
  return (
    <Card title={texts.watchTitle} level={3}>
      <p>{texts.watchLead}</p>
      <ul className={styles.warnings}>
        {watched.map((item) => (
          <li key={`${item.poi.id} ${item.alongMetres}`}>
            <strong>
              {[
                routeCheckTexts.item.km(kilometres(item.alongMetres)),
                texts.at(oClock(formatTime(passedAt(ride.departure, item.alongMetres)))),
                ...item.because.map((condition) => texts.because[condition]),
              ].join(' · ')}
            </strong>
            <span>{noteInWords(item.poi)}</span>
            <span>{whereaboutsOf(item)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
