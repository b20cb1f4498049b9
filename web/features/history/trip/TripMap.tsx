import { useMemo, useState } from 'react'
import type { Position } from '#contract/history/history.ts'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { boxAround } from '#domain/geo/geo.ts'
import { directionArrows } from '#domain/track/direction-arrows.ts'
import type { ReplayTrack } from '#domain/track/replay.ts'
import { segmentsOf } from '#domain/track/track.ts'
import { pausesOf, type Trip } from '#domain/track/trips.ts'
import { durationInWords } from '../chapters/duration-words.ts'
import type { Playback } from '../replay/playback.ts'
import { ReplayMarker } from '../replay/ReplayMarker.tsx'
import { historyTexts } from '../texts.ts'
import styles from './TripMap.module.css'
import { useConfig } from '#web/api/calls/config.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { AccuracyCircle } from '#web/map/layers/AccuracyCircle.tsx'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas } from '#web/map/canvas/MapCanvas.tsx'
import { MapPins, type Pin } from '#web/map/layers/MapPins.tsx'
import { TrackLine } from '#web/map/layers/TrackLine.tsx'

interface TripMapProps {
  trip: Trip
  track: ReplayTrack
  playback: Playback
  follow: boolean
  /** The position chosen in the list. */
  chosen: Position | null
  /** The map was moved by hand. */
  onLeave(): void
}

/** The ends keep clear of the map's buttons. */
const marginPx = 72
/** So many show the direction on any map, and hide no road. */
const arrows = 6

/** The way of a trip: its line, where it began and ended, its stops, and the vehicle at the moment of the replay. */
export function TripMap({ trip, track, playback, follow, chosen, onLeave }: TripMapProps) {
  const config = useConfig()
  const segments = useSegments(trip, track)
  const pins = useMemo(() => pinsOf(trip, segments), [trip, segments])
  const whole = useWhole(trip, segments)
  const reveal = useMemo(
    (): CameraTarget | null => (chosen === null ? null : { kind: 'reveal', place: chosen }),
    [chosen],
  )
  if (config === null) return <Skeleton lines={0} />
  const start = { centre: segments[0]?.[0] ?? mapLimits.centre, zoom: trackingLimits.startZoom }
  return (
    <MapCanvas label={historyTexts.trip.mapLabel} basemap={config.map} start={start}>
      <TrackLine segments={segments} />
      {chosen?.accuracy !== undefined && <AccuracyCircle centre={chosen} radiusKm={chosen.accuracy / 1000} />}
      <MapPins pins={pins} />
      <ReplayMarker playback={playback} track={track} follow={follow} onLeave={onLeave} />
      <MapCamera target={whole} />
      <MapCamera target={reveal} />
    </MapCanvas>
  )
}

function useSegments({ start, end }: Trip, { fixes }: ReplayTrack) {
  return useMemo(
    () => segmentsOf(fixes.filter(({ recordedAt }) => start <= recordedAt && recordedAt <= end)),
    [start, end, fixes],
  )
}

/** Another trip moves the map; one that goes on does not. */
function useWhole({ start }: Trip, segments: readonly (readonly Position[])[]): CameraTarget | null {
  const look = () => {
    const box = boxAround(segments.flat())
    return { start, target: box === null ? null : ({ kind: 'box', box, marginPx } satisfies CameraTarget) }
  }
  const [view, setView] = useState(look)
  if (view.start !== start) setView(look())
  return view.target
}

function pinsOf(trip: Trip, segments: readonly (readonly Position[])[]): Pin[] {
  const [first, last] = [segments[0]?.[0], segments.at(-1)?.at(-1)]
  const { signs } = historyTexts.trip
  const sign = (key: string, place: Pin['place'], kind: string, words: string, said = words): Pin => ({
    key,
    place,
    content: (
      <span className={styles.sign} data-kind={kind} role="img" aria-label={said}>
        {words}
      </span>
    ),
  })
  return [
    ...directionArrows(segments, arrows).map(({ place, bearing }, index) => ({
      key: `arrow ${index}`,
      place,
      content: (
        <svg className={styles.arrow} viewBox="0 0 16 16" style={{ rotate: `${bearing}deg` }} aria-hidden="true">
          <path d="M8 2.5 13 13 8 10.5 3 13z" />
        </svg>
      ),
    })),
    ...pausesOf(trip).map(({ place, start, end }) =>
      sign(start, place, 'pause', historyTexts.chart.halts.stop(durationInWords(Date.parse(end) - Date.parse(start)))),
    ),
    ...(first === undefined ? [] : [sign('start', first, 'start', '', signs.start)]),
    ...(last === undefined ? [] : [sign('end', last, 'end', '', signs.end)]),
  ]
}
