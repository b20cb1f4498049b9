import { Suspense } from 'react'
import type { ExportedRange, TrackFormat } from '#contract/history/history.ts'
import { pausesOf, type Trip } from '#domain/track/trips.ts'
import { whereInWords } from '../chapters/chapter-words.ts'
import { durationInWords } from '../chapters/duration-words.ts'
import { Fold } from '../Fold.tsx'
import { historyTexts } from '../texts.ts'
import styles from './TripSheet.module.css'
import type { ChapteredHistory } from '../chapters/use-chaptered-history.ts'
import type { NamesOfEnds } from '../chapters/use-chapter-places.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { formatDistance, formatNumber, formatTime } from '#web/texts/formats.ts'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

const texts = historyTexts.trip
const TripMore = lazyWithRetry(async () => (await import('./TripMore.tsx')).TripMore)

interface NamedTrip {
  trip: Trip
  names: ReturnType<NamesOfEnds>
}

/** What a trip is called, and its three figures. */
export function TripHead({ trip, names }: NamedTrip) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{whereInWords(trip, names) ?? historyTexts.chapters.kinds.trip}</h2>
      <p className={styles.figures}>
        <span>{formatDistance(trip.distanceMetres)}</span> <span>{durationInWords(trip.durationMs)}</span>{' '}
        {trip.maxKmh !== null && <span>{historyTexts.chapters.highest(formatNumber(trip.maxKmh))}</span>}
      </p>
    </div>
  )
}

interface TripBodyProps extends NamedTrip {
  history: ChapteredHistory
  downloading: boolean
  deleting: boolean
  /** Index of the position that the map shows. */
  selected: number | null
  onSelect(index: number): void
  onDownload(format: TrackFormat, range: ExportedRange): void
  onShare(): void
  onDelete(): void
}

/** Its stops, and what can be done with it. */
export function TripBody(props: TripBodyProps) {
  const { trip, names, downloading, deleting, onDownload, onShare, onDelete } = props
  return (
    <Stack gap={3}>
      <Way trip={trip} names={names} />
      <Row gap={2}>
        <Button
          kind="secondary"
          busy={downloading}
          onClick={() => onDownload('gpx', { start: trip.start, end: trip.end })}
        >
          {texts.gpx}
        </Button>
        <Button kind="secondary" onClick={onShare}>
          {texts.share}
        </Button>
        <AskingButton
          action={texts.remove}
          title={texts.removeTitle}
          busy={deleting}
          onConfirm={(close) => {
            close()
            onDelete()
          }}
        >
          {historyTexts.deletion.text}
        </AskingButton>
      </Row>
      <Fold title={texts.more}>
        <Suspense fallback={<Skeleton lines={4} />}>
          <TripMore {...props} />
        </Suspense>
      </Fold>
    </Stack>
  )
}

/** Where it began, where it paused, where it ended. */
function Way({ trip, names }: NamedTrip) {
  return (
    <PlainList as="ol" aria-label={texts.way}>
      <li className={styles.place}>
        <span className={styles.time}>{formatTime(trip.start)}</span> {names?.start ?? texts.signs.start}
      </li>
      {pausesOf(trip).map(({ start, end }) => (
        <li key={start} className={styles.place}>
          <span className={styles.time}>{formatTime(start)}</span>{' '}
          {historyTexts.chart.halts.stop(durationInWords(Date.parse(end) - Date.parse(start)))}
        </li>
      ))}
      <li className={styles.place}>
        <span className={styles.time}>{formatTime(trip.end)}</span> {names?.end ?? texts.signs.end}
      </li>
    </PlainList>
  )
}
