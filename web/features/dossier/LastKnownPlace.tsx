import { useMemo, useState } from 'react'
import type { SharedDossier } from '#contract/dossier/dossier.ts'
import type { Position } from '#contract/history/history.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { deletionSentence } from '#domain/dossier/dossier-words.ts'
import { boxAround } from '#domain/geo/geo.ts'
import { segmentsOf } from '#domain/track/track.ts'
import { DossierFacts } from './DossierFacts.tsx'
import styles from './police/SharedDossierPage.module.css'
import { dossierTexts } from './texts.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { useNow } from '#web/browser/clock.ts'
import {
  counted,
  formatAccuracy,
  formatAgo,
  formatCourse,
  formatDayTime,
  formatExactTime,
  formatNumber,
  oClock,
} from '#web/texts/formats.ts'
import { Place } from '#web/shared/places/Place.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { AccuracyCircle } from '#web/map/layers/AccuracyCircle.tsx'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas, MapFrame } from '#web/map/canvas/MapCanvas.tsx'
import { MapPins } from '#web/map/layers/MapPins.tsx'
import { TrackLine } from '#web/map/layers/TrackLine.tsx'

const texts = dossierTexts.shared

/** Where the vehicle was seen last, how long ago and how exactly, on the map with the way there. */
export function LastKnownPlace({ dossier }: { dossier: SharedDossier }) {
  const [oldest] = dossier.track
  const last = dossier.track.at(-1)
  return (
    <Card title={texts.lastPosition}>
      <Stack gap={3}>
        {last === undefined ? (
          <p>{texts.noPosition}</p>
        ) : (
          <>
            <Place name={dossier.placeName} at={last} accuracy={last.accuracy} isSharedWhole />
            <TrackMap track={dossier.track} last={last} />
            <PositionFacts position={last} />
          </>
        )}
        <Small>
          {trackInWords(dossier)} {texts.scope} {oldest && deletionSentence(oldest.recordedAt)}
        </Small>
      </Stack>
    </Card>
  )
}

function PositionFacts({ position }: { position: Position }) {
  const now = useNow(30_000)
  const coordinates = `${position.latitude.toFixed(6)}, ${position.longitude.toFixed(6)}`
  const [north, east] = [position.latitude.toFixed(5), position.longitude.toFixed(5)]
  return (
    <>
      <DossierFacts
        facts={[
          [texts.age, formatAgo(position.recordedAt, now)],
          [texts.time, oClock(formatExactTime(position.recordedAt))],
          [texts.speed, position.speed === undefined ? null : `${formatNumber(position.speed)} km/h`],
          [texts.course, position.course === undefined ? null : formatCourse(position.course)],
          [texts.coordinates, coordinates],
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

/** Near enough to see the street, far enough to recognise which one it is. */
const lastPositionZoom = 16

function TrackMap({ track, last }: { track: readonly Position[]; last: Position }) {
  const config = useConfig()
  const segments = useMemo(() => segmentsOf(track), [track])
  // New positions do not move the map while somebody looks around, unless the vehicle has left the view.
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
    <MapFrame className={styles.map}>
      <MapCanvas
        label={texts.mapLabel}
        basemap={config.map}
        start={{ centre: last, zoom: trackingLimits.startZoom }}
        inScrollingPage
      >
        <TrackLine segments={segments} />
        {last.accuracy !== undefined && <AccuracyCircle centre={last} radiusKm={last.accuracy / 1000} />}
        <MapPins pins={pins} areTheAnswer />
        <MapCamera target={whole} />
        <MapCamera target={news} />
      </MapCanvas>
    </MapFrame>
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
