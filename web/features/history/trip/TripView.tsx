import { type ReactNode, useState } from 'react'
import type { ExportedRange, TrackFormat } from '#contract/history/history.ts'
import type { Trip } from '#domain/track/trips.ts'
import { Replay } from '../replay/Replay.tsx'
import { historyTexts } from '../texts.ts'
import { shareTrip } from './share-trip.ts'
import { TripMap } from './TripMap.tsx'
import { TripBody, TripHead } from './TripSheet.tsx'
import styles from './TripView.module.css'
import { useBelieved } from '../chapters/use-believed.ts'
import type { ChapteredHistory } from '../chapters/use-chaptered-history.ts'
import { useChapterPlaces } from '../chapters/use-chapter-places.ts'
import { usePlayback } from '../replay/use-playback.ts'
import { Sheet, SheetFrame } from '#web/ui/sheet/Sheet.tsx'
import type { SheetStop } from '#web/ui/sheet/sheet-stops.ts'

interface TripViewProps {
  deviceId: string
  trip: Trip
  history: ChapteredHistory
  deleting: boolean
  /** How old it is, without a connection. */
  age: ReactNode
  /** The way back to the day. */
  back: ReactNode
  onDownload(format: TrackFormat, range: ExportedRange): Promise<void>
  onDelete(): void
}

/** A trip as a full map, and a sheet with the curve of its speed: who rubs the curve moves the vehicle on the map. */
export function TripView({ deviceId, trip, history, deleting, age, back, onDownload, onDelete }: TripViewProps) {
  const { track, speeds } = useBelieved(history)
  const names = useChapterPlaces(history)(trip)
  // The trip goes on: what is shown stays, as long as it is this one.
  const [occasion] = useState({ start: trip.start, end: trip.start })
  const { playback, playable } = usePlayback(track, history.chapters, trip, occasion)
  const [stop, setStop] = useState<SheetStop>('peek')
  const [follow, setFollow] = useState(false)
  const [selected, setSelected] = useState<number | null>(null)
  const [downloading, setDownloading] = useState(false)

  const select = (index: number) => {
    const time = history.positions[index]?.recordedAt
    if (time !== undefined) playback.seek(Date.parse(time))
    setSelected(index)
    setStop('half')
  }
  const download = async (format: TrackFormat, range: ExportedRange) => {
    setDownloading(true)
    await onDownload(format, range)
    setDownloading(false)
  }
  return (
    <SheetFrame
      className={styles.frame}
      tools={back}
      sheet={
        <Sheet
          label={historyTexts.trip.title}
          stop={stop}
          onStop={setStop}
          head={<TripHead trip={trip} names={names} />}
          dock={<Replay {...{ playback, playable, track, speeds }} onPlay={() => setFollow(true)} />}
        >
          {age}
          <TripBody
            {...{ trip, names, history, downloading, deleting, selected, onDelete }}
            onSelect={select}
            onDownload={(format, range) => void download(format, range)}
            onShare={() => void shareTrip(deviceId, trip)}
          />
        </Sheet>
      }
    >
      <TripMap
        {...{ trip, track, playback, follow }}
        chosen={selected === null ? null : (history.positions[selected] ?? null)}
        onLeave={() => setFollow(false)}
      />
    </SheetFrame>
  )
}
