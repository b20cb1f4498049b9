import type { Trip } from '#domain/track/trips.ts'
import { tripFiguresInWords, whereInWords } from '../chapters/chapter-words.ts'
import styles from './TripCard.module.css'
import { historyTexts } from '../texts.ts'
import { TripSketch } from './TripSketch.tsx'
import type { ChapteredHistory } from '../chapters/use-chaptered-history.ts'
import type { NamesOfEnds } from '../chapters/use-chapter-places.ts'
import { counted } from '#web/texts/formats.ts'
import { Link } from '#web/ui/controls/Link.tsx'

interface TripCardProps {
  history: ChapteredHistory
  trip: Trip
  names: ReturnType<NamesOfEnds>
  /** Of the trip's own screen. */
  address: string
}

/** A trip in a list: the picture of its way, from where to where, how far, how long and when. It leads to the trip. */
export function TripCard({ history, trip, names, address }: TripCardProps) {
  return (
    <Link to={address} className={styles.card}>
      <TripSketch history={history} trip={trip} />
      <span className={styles.words}>
        <strong className={styles.title}>{whereInWords(trip, names) ?? historyTexts.chapters.kinds.trip}</strong>{' '}
        <span className={styles.figures}>{tripFiguresInWords(trip).join(' · ')}</span>{' '}
        {trip.pauses > 0 && (
          <span className={styles.pauses}>{counted(trip.pauses, ...historyTexts.chapters.pauses)}</span>
        )}
      </span>
    </Link>
  )
}
