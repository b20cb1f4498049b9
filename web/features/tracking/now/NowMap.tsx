import { type ReactNode, useMemo, useState } from 'react'
import type { Position } from '#contract/history/history.ts'
import type { Instant, Place } from '#contract/base/place.ts'
import { boxAround } from '#domain/geo/geo.ts'
import type { PictureView } from '#domain/geo/picture-view.ts'
import { metresPerPx, offsetFrom } from '#domain/geo/tiles.ts'
import { segmentsOf } from '#domain/track/track.ts'
import styles from './NowMap.module.css'
import { trackingTexts } from '../texts.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { AccuracyCircle } from '#web/map/layers/AccuracyCircle.tsx'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas } from '#web/map/canvas/MapCanvas.tsx'
import { MapPins, type Pin } from '#web/map/layers/MapPins.tsx'
import { hasPictures, PictureMark } from '#web/map/pictures/MapPicture.tsx'
import { useStillMap } from '#web/map/pictures/still-map.ts'
import { StaticMap } from '#web/map/pictures/StaticMap.tsx'
import { TrackLine } from '#web/map/layers/TrackLine.tsx'

/** Where something happened, and what. */
export interface MarkedPlace extends Place {
  label: string
}

export interface NewestPosition extends Position {
  /** How old it is, and what the vehicle does: `vor 2 Minuten, steht`. */
  label: string
  /** Whether it may be called current. */
  fresh: boolean
}

interface NowMapProps {
  newest: NewestPosition
  /** An alarm that is looked at. */
  marked: MarkedPlace | null
  /** The way it went since then, the oldest first, without doubted positions. */
  travelled: readonly Position[]
}

const texts = trackingTexts.now

/** Near enough to see the street, far enough to recognise which one it is. */
const streetZoom = 16
/** How far the signs reach beyond their places, and the map's buttons into it. */
const signPx = 136

/** Where the vehicle is, as far as is known. */
export function NowMap({ newest, marked, travelled }: NowMapProps) {
  const config = useConfig()
  const pins = usePins(newest, marked)
  const still = useStillMap()
  const target = useMoved(useTarget(newest, marked, travelled), still.view)
  const segments = useMemo(() => segmentsOf(travelled), [travelled])
  if (config === null) return <Skeleton lines={0} />
  const { map: basemap } = config
  // An alarm and the way since then need the map itself: until it is there, the picture has the first answer.
  const isEnough = marked === null && travelled.length === 0 && hasPictures(basemap)
  const view = still.view ?? { centre: newest, zoom: streetZoom }
  return (
    <MapCanvas
      label={texts.mapLabel}
      basemap={basemap}
      start={view}
      still={
        hasPictures(basemap) ? (
          <StaticMap label={texts.mapLabel} basemap={basemap} view={view} state={still}>
            <NewestMark newest={newest} view={view}>
              {pins.at(-1)?.content}
            </NewestMark>
          </StaticMap>
        ) : undefined
      }
      waits={isEnough && !still.touched}
      held={still.held}
    >
      {travelled.length > 1 && <TrackLine segments={segments} />}
      {newest.accuracy !== undefined && <AccuracyCircle centre={newest} radiusKm={newest.accuracy / 1000} />}
      <MapPins pins={pins} areTheAnswer />
      <MapCamera target={target} />
    </MapCanvas>
  )
}

/** What stands on the newest position in a picture. */
function NewestMark({ newest, view, children }: { newest: Position; view: PictureView; children: ReactNode }) {
  const at = offsetFrom(view.centre, newest, view.zoom)
  const { accuracy, latitude } = newest
  return (
    <>
      {accuracy !== undefined && (
        <PictureMark at={at}>
          <span className={styles.accuracy} style={ringOf(accuracy / metresPerPx(latitude, view.zoom))} />
        </PictureMark>
      )}
      <PictureMark at={at}>{children}</PictureMark>
    </>
  )
}

function ringOf(radiusPx: number) {
  return { width: 2 * radiusPx, height: 2 * radiusPx }
}

function usePins({ latitude, longitude, label, fresh }: NewestPosition, marked: MarkedPlace | null): readonly Pin[] {
  return useMemo(() => {
    const newestPin = {
      key: 'newest',
      place: { latitude, longitude },
      content: <PlaceSign kind={fresh ? 'fresh' : 'old'} label={label} name={texts.newest(label)} />,
    }
    if (marked === null) return [newestPin]
    const alarmPin = {
      key: 'alarm',
      place: marked,
      content: <PlaceSign kind="alarm" label={marked.label} name={marked.label} />,
    }
    return [alarmPin, newestPin]
  }, [latitude, longitude, label, fresh, marked])
}

interface PlaceSignProps {
  kind: 'fresh' | 'old' | 'alarm'
  label: string
  name: string
}

/** A dot on the place, and a sign above it. */
function PlaceSign({ kind, label, name }: PlaceSignProps) {
  return (
    <span className={styles.pin} data-kind={kind} role="img" aria-label={name}>
      <span className={styles.sign} aria-hidden="true">
        {label}
      </span>
    </span>
  )
}

/**
 * At first everything there is, again when an alarm or its line comes to be known or is over; later the newest position, if
 * it has left the view: nobody who looks at a street is led away from it.
 */
function useTarget(newest: NewestPosition, marked: MarkedPlace | null, travelled: readonly Position[]): CameraTarget {
  const { latitude, longitude, recordedAt } = newest
  const occasion = `${marked === null} ${travelled.length === 0}`
  const everything = (): { occasion: string; at: Instant; target: CameraTarget } => {
    const box = marked === null && travelled.length === 0 ? null : boxAround([newest, ...travelled, ...listed(marked)])
    const target: CameraTarget =
      box === null ? { kind: 'reveal', place: { latitude, longitude } } : { kind: 'box', box, marginPx: signPx }
    return { occasion, at: recordedAt, target }
  }
  const [first, setFirst] = useState(everything)
  if (first.occasion !== occasion) setFirst(everything())
  return useMemo(
    () => (recordedAt === first.at ? first.target : { kind: 'reveal', place: { latitude, longitude } }),
    [first, latitude, longitude, recordedAt],
  )
}

/** A picture that was moved goes on from there on the map, until there is another reason to look elsewhere. */
function useMoved(target: CameraTarget, view: PictureView | null): CameraTarget {
  const [moved, setMoved] = useState<{ view: PictureView; from: CameraTarget; target: CameraTarget } | null>(null)
  if (view !== null && moved?.view !== view) {
    setMoved({ view, from: target, target: { kind: 'place', place: view.centre, zoom: view.zoom } })
  }
  return moved?.from === target ? moved.target : target
}

function listed<T>(thing: T | null): readonly T[] {
  return thing === null ? [] : [thing]
}
