import { placeAt, type ReplayTrack } from '#domain/track/replay.ts'
import type { Playback } from './playback.ts'
import { useMoment } from './use-playback.ts'
import { MovingMarker } from '#web/map/layers/MovingMarker.tsx'

interface ReplayMarkerProps {
  playback: Playback
  track: ReplayTrack
  /** Whether the map follows. */
  follow?: boolean
  /** The map was moved by hand. */
  onLeave?(): void
}

/** Where the vehicle is at the moment that is played or pointed at. */
export function ReplayMarker({ playback, track, follow = false, onLeave }: ReplayMarkerProps) {
  const moment = useMoment(playback)
  const place = moment === null ? null : placeAt(track, moment)
  return place === null ? null : <MovingMarker place={place} follow={follow} onLeave={onLeave} />
}
