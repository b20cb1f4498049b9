import { useMemo, useState } from 'react'
import type { SharedDossier } from '#contract/dossier.ts'
import { limits } from '#contract/limits.ts'
import type { Position } from '#contract/tracking.ts'
import { deletionSentence } from '#domain/dossier-words.ts'
import { boxAround } from '#domain/geo.ts'
import { segmentsOf } from '#domain/track.ts'
import { Facts } from './Facts.tsx'
import styles from './SharedDossierPage.module.css'
import { dossierTexts } from './texts.ts'
import { useConfig } from '#web/api/config.ts'
import { Card } from '#web/kit/Card.tsx'
import { useNow } from '#web/kit/clock.ts'
import { counted, formatAccuracy, formatAgo, formatDayTime, formatExactTime, oClock } from '#web/kit/formats.ts'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { AccuracyCircle } from '#web/map/AccuracyCircle.tsx'
import { type CameraTarget, MapCamera } from '#web/map/MapCamera.tsx'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import { MapPins } from '#web/map/MapPins.tsx'
import { TrackLine } from '#web/map/TrackLine.tsx'

const texts = dossierTexts.shared

/** Where the vehicle was seen last, how long ago and how exactly, on the map with the way there. */
export function LastPosition({ dossier }: { dossier: SharedDossier }) {
  const [oldest] = dossier.track
  const last = dossier.track.at(-1)
  return (
    <Card title={texts.lastPosition}>
      <div className={styles.position}>
        {last === undefined ? (
          <p>{texts.noPosition}</p>
        ) : (
          <>
            <PositionFacts position={last} />
            <TrackMap track={dossier.track} last={last} />
          </>
        )}
        <p className={styles.hint}>
          {trackInWords(dossier)} {texts.scope} {oldest && deletionSentence(oldest.recordedAt)}
        </p>
      </div>
    </Card>
  )
}

function PositionFacts({ position }: { position: Position }) {
  const now = useNow(30_000)
  const coordinates = `${position.latitude.toFixed(6)}, ${position.longitude.toFixed(6)}`
  const [north, east] = [position.latitude.toFixed(5), position.longitude.toFixed(5)]
  return (
    <>
      <Facts
        facts={[
          [texts.coordinates, coordinates],
          [texts.time, oClock(formatExactTime(position.recordedAt))],
          [texts.age, formatAgo(position.recordedAt, now)],
          [texts.accuracy, formatAccuracy(position.accuracy)],
        ]}
      />
      <p>
        <a
          href={`https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`}
          target="_blank"
          rel="noreferrer"
        >
          {texts.openMap}
        </a>
      </p>
    </>
  )
}

/** Near enough to see the street, far enough to see which. */
const lastPositionZoom = 16

function TrackMap({ track, last }: { track: readonly Position[]; last: Position }) {
  const config = useConfig()
  const segments = useMemo(() => segmentsOf(track), [track])
  // Whoever looks around is not called back by news, unless the vehicle has left the picture.
  const [first] = useState(last)
  const [whole] = useState(() => wholeTrack(track, last))
  const news = useMemo(
    (): CameraTarget | null => (last === first ? null : { kind: 'reveal', place: last }),
    [last, first],
  )
  const pins = useMemo(
    () => [
      { key: 'last', place: last, content: <span className={styles.marker} role="img" aria-label={texts.marker} /> },
    ],
    [last],
  )
  if (config === null) return <Skeleton lines={0} />
  return (
    <div className={styles.map}>
      <MapCanvas
        label={texts.mapLabel}
        basemap={config.map}
        start={{ centre: last, zoom: limits.tracking.startZoom }}
        inScrollingPage
      >
        <TrackLine segments={segments} />
        {last.accuracy !== undefined && <AccuracyCircle centre={last} radiusKm={last.accuracy / 1000} />}
        <MapPins pins={pins} />
        <MapCamera target={whole} />
        <MapCamera target={news} />
      </MapCanvas>
    </div>
  )
}

function wholeTrack(track: readonly Position[], last: Position): CameraTarget {
  const box = boxAround(track)
  return box === null || track.length === 1
    ? { kind: 'place', place: last, zoom: lastPositionZoom }
    : { kind: 'box', box }
}

function trackInWords({ period, positions }: SharedDossier): string {
  if (period === null) return ''
  const count = counted(positions, 'Position', 'Positionen')
  const since = formatDayTime(period.since)
  return period.until === null ? texts.track(count, since) : texts.trackUntil(count, since, formatDayTime(period.until))
}
