import type { Instant } from '#contract/base/place.ts'
import type { RangeChoice } from './range/history-range.ts'
import styles from './DayTrips.module.css'
import { NoTrip } from './range/NoTrip.tsx'
import { historyTexts } from './texts.ts'
import { TripCard } from './trip/TripCard.tsx'
import type { ShownHistory } from './query/shown-history.ts'
import type { ChapteredHistory } from './chapters/use-chaptered-history.ts'
import { useChapterPlaces } from './chapters/use-chapter-places.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

interface DayTripsProps {
  deviceId: string
  /** `2026-10-25`; null while it is not known which day. */
  day: string | null
  history: ShownHistory
  chaptered: ChapteredHistory
  ridden: ReadonlySet<string>
  /** Leads to where trips are switched on, if only the theft alarm records. */
  switchOn: string | null
  addressOf(at: Instant): string
  onShow(choice: RangeChoice): void
}

const texts = historyTexts.day

/** The trips of a day, each a card that leads to it. */
export function DayTrips({ deviceId, day, history, chaptered, ridden, switchOn, addressOf, onShow }: DayTripsProps) {
  const namesOf = useChapterPlaces(chaptered)
  const trips = chaptered.chapters.filter((chapter) => chapter.kind === 'trip')
  const isKnown = history.searched && (history.positions.length === 0 || chaptered.positions.length > 0)
  return (
    <section className={styles.trips} aria-label={texts.title} aria-busy={history.searching || undefined}>
      {history.truncated && <Notice kind="warning">{historyTexts.result.truncated}</Notice>}
      {trips.length > 0 ? (
        <PlainList as="ol" gap={2}>
          {trips.map((trip) => (
            <li key={trip.start}>
              <TripCard history={chaptered} trip={trip} names={namesOf(trip)} address={addressOf(trip.start)} />
            </li>
          ))}
        </PlainList>
      ) : day === null || history.searching || (history.searched && !isKnown) ? (
        <Skeleton lines={4} />
      ) : (
        <NoTrip deviceId={deviceId} day={day} emptied={!history.searched} ridden={ridden} onShow={onShow} />
      )}
      {switchOn !== null && (
        <Small>
          {texts.onlyTheft} <Link to={switchOn}>{texts.switchOn}</Link>
        </Small>
      )}
    </section>
  )
}
