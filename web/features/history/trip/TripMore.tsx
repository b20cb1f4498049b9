import { useMemo } from 'react'
import type { ExportedRange, TrackFormat } from '#contract/history/history.ts'
import type { Trip } from '#domain/track/trips.ts'
import { DownloadChoice } from '../DownloadChoice.tsx'
import { MapLegend } from '../MapLegend.tsx'
import { PositionTable } from '../PositionTable.tsx'
import type { ChapteredHistory } from '../chapters/use-chaptered-history.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface TripMoreProps {
  trip: Trip
  history: ChapteredHistory
  downloading: boolean
  selected: number | null
  onSelect(index: number): void
  onDownload(format: TrackFormat, range: ExportedRange): void
}

/** What is seldom asked of a trip: what the map's lines mean, each of its positions with its accuracy, and other files. */
export function TripMore({ trip, history, downloading, selected, onSelect, onDownload }: TripMoreProps) {
  const { first, last, start, end } = trip
  const { positions, doubts } = history
  const own = useMemo(() => positions.slice(first, last + 1), [positions, first, last])
  const ownDoubts = useMemo(
    () => new Map([...doubts].flatMap(([index, doubt]) => (isWithin(index, trip) ? [[index - first, doubt]] : []))),
    [doubts, first, trip],
  )
  return (
    <Stack gap={3}>
      <MapLegend showDoubts={false} />
      <PositionTable
        positions={own}
        doubts={ownDoubts}
        selected={selected === null || !isWithin(selected, trip) ? null : selected - first}
        onSelect={(index) => onSelect(index + first)}
      />
      <DownloadChoice
        downloading={downloading}
        onDownload={(format, withoutZones) =>
          onDownload(format, { start, end, ...(withoutZones && { without: 'privacy-zones' }) })
        }
      />
    </Stack>
  )
}

const isWithin = (index: number, { first, last }: Trip) => first <= index && index <= last
