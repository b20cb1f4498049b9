import { useCallback, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Position } from '#contract/tracking.ts'
import { boxAround } from '#domain/geo.ts'
import { segmentsOf } from '#domain/track.ts'
import { useConfig } from '#web/api/config.ts'
import styles from './HistoryMap.module.css'
import { trackingTexts } from './texts.ts'
import { formatAccuracy, formatExactTime, formatNumber } from '#web/kit/formats.ts'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { AccuracyCircle } from '#web/map/AccuracyCircle.tsx'
import { type CameraTarget, MapCamera } from '#web/map/MapCamera.tsx'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import { MapPopup } from '#web/map/MapPopup.tsx'
import { PositionMarkers } from '#web/map/PositionMarkers.tsx'
import { TrackLine } from '#web/map/TrackLine.tsx'

interface HistoryMapProps {
  /** At least one, the oldest first. */
  positions: readonly Position[]
  selected: number | null
  onSelect(index: number | null): void
}

/** The recorded positions: a line, numbered markers, and what is known of the one that was chosen. */
export function HistoryMap({ positions, selected, onSelect }: HistoryMapProps) {
  const config = useConfig()
  const segments = useMemo(() => segmentsOf(positions), [positions])
  // Another search is another map; what comes while this one is looked at does not move it.
  const [wholeTrack] = useState((): CameraTarget | null => {
    const box = boxAround(positions)
    return box === null ? null : { kind: 'box', box }
  })
  const nameOf = useCallback((index: number) => spokenName(positions, index), [positions])
  const chosen = selected === null ? undefined : positions[selected]
  const chosenInView = useMemo(
    (): CameraTarget | null => (chosen === undefined ? null : { kind: 'reveal', place: chosen }),
    [chosen],
  )
  const centre = positions[0] ?? limits.map.centre

  if (config === null) return <Skeleton lines={0} />
  return (
    <div className={styles.map}>
      <MapCanvas
        label={trackingTexts.history.mapLabel}
        basemap={config.map}
        start={{ centre, zoom: limits.tracking.startZoom }}
        inScrollingPage
      >
        <TrackLine segments={segments} />
        {chosen?.accuracy !== undefined && <AccuracyCircle centre={chosen} radiusKm={chosen.accuracy / 1000} />}
        <PositionMarkers positions={positions} selected={selected} nameOf={nameOf} onSelect={onSelect} />
        <MapCamera target={wholeTrack} />
        <MapCamera target={chosenInView} />
        {chosen !== undefined && selected !== null && (
          <PositionPopup position={chosen} number={selected + 1} onClose={() => onSelect(null)} />
        )}
      </MapCanvas>
    </div>
  )
}

function spokenName(positions: readonly Position[], index: number): string {
  const recordedAt = positions[index]?.recordedAt
  return recordedAt === undefined
    ? ''
    : trackingTexts.position.spoken(formatNumber(index + 1), formatExactTime(recordedAt))
}

interface PositionPopupProps {
  position: Position
  /** From 1. */
  number: number
  onClose(): void
}

const texts = trackingTexts.position

function PositionPopup({ position, number, onClose }: PositionPopupProps) {
  return (
    <MapPopup place={position} title={texts.title(formatNumber(number))} onClose={onClose}>
      <dl className={styles.facts}>
        <Fact name={texts.time} value={formatExactTime(position.recordedAt)} />
        <Fact name={texts.accuracy} value={formatAccuracy(position.accuracy)} />
        {position.speed !== undefined && <Fact name={texts.speed} value={`${formatNumber(position.speed)} km/h`} />}
        {position.flag !== undefined && <Fact name={texts.doubt} value={texts.flags[position.flag]} />}
      </dl>
    </MapPopup>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
