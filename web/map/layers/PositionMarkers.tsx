import { useMemo } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Instant, Place } from '#contract/base/place.ts'
import { isInside } from '#domain/geo/geo.ts'
import { type ReadableMarker, readableMarkers } from '#domain/geo/map.ts'
import { MapPins } from './MapPins.tsx'
import { useMapView } from '#web/map/canvas/use-map-view.ts'
import styles from './PositionMarkers.module.css'

interface TimedPlace extends Place {
  recordedAt: Instant
}

interface PositionMarkersProps {
  /** In the order of their numbers: the first is number 1. Of one device, which is in one place at a time. */
  positions: readonly TimedPlace[]
  /** Indices of those that may be shown, in order; the first and the last of them always are. */
  among: readonly number[]
  /** Indices of those that are marked as doubtful. */
  doubted: { has(index: number): boolean }
  /** Index of the position whose popup is open. */
  selected: number | null
  /** What is read out for a position, by its index. */
  nameOf(index: number): string
  onSelect(index: number): void
}

/** Positions as numbered buttons: as many as can be read at this zoom, the first and the last among them always. */
export function PositionMarkers(props: PositionMarkersProps) {
  const { positions, among, doubted, selected, nameOf, onSelect } = props
  const shown = useReadable(positions, among, selected)
  const [first, last] = [among[0], among.at(-1)]
  const pins = useMemo(
    () =>
      shown.map(({ index, asidePx, place }) => ({
        key: place.recordedAt,
        place,
        asidePx,
        content: (
          <button
            type="button"
            className={styles.marker}
            aria-label={nameOf(index)}
            aria-pressed={index === selected}
            data-end={index === first ? 'first' : index === last ? 'last' : undefined}
            data-doubted={doubted.has(index) || undefined}
            onClick={() => onSelect(index)}
          >
            {index + 1}
          </button>
        ),
      })),
    [shown, first, last, doubted, selected, nameOf, onSelect],
  )
  return <MapPins pins={pins} />
}

/** Markers are chosen again at each half zoom, so that they stay the same while the map is only moved. */
const zoomStep = 0.5

function useReadable(
  positions: readonly TimedPlace[],
  among: readonly number[],
  selected: number | null,
): (ReadableMarker & { place: TimedPlace })[] {
  const { zoom, box } = useMapView()
  const step = Math.floor(zoom / zoomStep) * zoomStep
  const readable = useMemo(() => {
    const places = among.flatMap((index) => positions[index] ?? [])
    return readableMarkers(places, step, spacingPx(positions.length)).flatMap(({ index, asidePx }) => {
      const position = among[index]
      return position === undefined ? [] : [{ index: position, asidePx }]
    })
  }, [positions, among, step])

  return useMemo(() => {
    const isReadable = readable.some(({ index }) => index === selected)
    const markers = selected === null || isReadable ? readable : [...readable, { index: selected, asidePx: 0 }]
    return markers
      .toSorted((one, other) => one.index - other.index)
      .flatMap((marker) => {
        const place = positions[marker.index]
        return place !== undefined && (isInside(box, place) || marker.index === selected) ? [{ ...marker, place }] : []
      })
  }, [positions, readable, selected, box])
}

/** Long numbers need more room than a finger. */
function spacingPx(count: number): number {
  return Math.max(mapLimits.readableSpacingPx, 21 + 7 * String(count).length)
}
