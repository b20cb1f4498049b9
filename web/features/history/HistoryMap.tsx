import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Position } from '#contract/history/history.ts'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { boxAround } from '#domain/geo/geo.ts'
import { believable, type Doubts, type PositionDoubt } from '#domain/track/outliers.ts'
import { segmentsOf } from '#domain/track/track.ts'
import type { Chapter } from '#domain/track/trips.ts'
import type { Occasion } from './chapters/chapter-choice.ts'
import { useHistoryMapLook } from './history-map-look.ts'
import { historyTexts } from './texts.ts'
import styles from './HistoryMap.module.css'
import { formatAccuracy, formatExactTime, formatNumber } from '#web/texts/formats.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { AccuracyCircle } from '#web/map/layers/AccuracyCircle.tsx'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas, MapFrame } from '#web/map/canvas/MapCanvas.tsx'
import { MapPopup } from '#web/map/layers/MapPopup.tsx'
import { PositionMarkers } from '#web/map/layers/PositionMarkers.tsx'
import { TrackLine } from '#web/map/layers/TrackLine.tsx'
import { Definition } from '#web/ui/text/Definition.tsx'

interface HistoryMapProps {
  /** In fix order. */
  positions: readonly Position[]
  /** Of what is searched, instead of these: a pale line, until the whole is there. There is a position here or there. */
  outline: readonly Position[]
  /** Why a position is doubted, by its index. */
  doubts: Doubts
  showDoubts: boolean
  /** Whether the numbered markers are shown yet: the line comes first. */
  numbered: boolean
  /** The part of the track that is looked at; null: all of it. */
  chapter: Chapter | null
  /** Another one moves the map; live positions do not. */
  occasion: Occasion
  selected: number | null
  onSelect(index: number | null): void
  /** What else lies on the map. */
  children?: ReactNode
}

/** The recorded positions: a line, numbered markers, and the details of the chosen one. */
export function HistoryMap(props: HistoryMapProps) {
  const { positions, outline, doubts, chapter, selected, onSelect, children } = props
  const look = useHistoryMapLook()
  const parts = useParts(props)
  const nameOf = useCallback((index: number) => spokenName(positions, index), [positions])
  const chosen = selected === null ? undefined : positions[selected]
  const chosenInView = useMemo(
    (): CameraTarget | null => (chosen === undefined ? null : { kind: 'reveal', place: chosen }),
    [chosen],
  )
  const isOutline = outline.length > 0
  const centre = outline[0] ?? positions[0] ?? mapLimits.centre

  if (look === null) return <Skeleton lines={0} />
  return (
    <MapFrame className={styles.map}>
      <MapCanvas {...look} start={{ centre, zoom: trackingLimits.startZoom }}>
        <TrackLine segments={parts.whole} faded={isOutline || chapter !== null} />
        {parts.part !== null && <TrackLine segments={parts.part} />}
        {chosen?.accuracy !== undefined && <AccuracyCircle centre={chosen} radiusKm={chosen.accuracy / 1000} />}
        <PositionMarkers
          positions={positions}
          among={parts.markers}
          doubted={doubts}
          selected={selected}
          nameOf={nameOf}
          onSelect={onSelect}
        />
        {!isOutline && children}
        <MapCamera target={parts.inView} />
        <MapCamera target={chosenInView} />
        {chosen !== undefined && selected !== null && (
          <PositionPopup
            position={chosen}
            doubt={doubts.get(selected) ?? null}
            number={selected + 1}
            onClose={() => onSelect(null)}
          />
        )}
      </MapCanvas>
    </MapFrame>
  )
}

const noMarkers: readonly number[] = []

/** What is drawn: the line without doubted positions, the chosen chapter's part of it, and which markers may be shown. */
function useParts({ positions, outline, doubts, showDoubts, numbered, chapter, occasion }: HistoryMapProps) {
  const outlined = useMemo(() => believable(outline), [outline])
  const isOutline = outline.length > 0
  const whole = useMemo(
    () => (isOutline ? [outlined] : segmentsOf(positions.filter((_, index) => !doubts.has(index)))),
    [isOutline, outlined, positions, doubts],
  )
  const shown = useMemo(() => {
    const [from, to] = chapter === null ? [0, positions.length - 1] : [chapter.first, chapter.last]
    const all = Array.from({ length: to - from + 1 }, (_, step) => from + step)
    const believed = all.filter((index) => !doubts.has(index))
    return { markers: showDoubts ? all : believed, believed }
  }, [positions, doubts, showDoubts, chapter])
  const inView = useView(positions, outlined, shown.markers, occasion, showDoubts)
  const part = useMemo(
    () =>
      isOutline || chapter === null ? null : segmentsOf(shown.believed.flatMap((index) => positions[index] ?? [])),
    [isOutline, shown, positions, chapter],
  )
  return { whole, part, markers: numbered && !isOutline ? shown.markers : noMarkers, inView }
}

/** Another search, its outline, a chapter or request of the user moves the map; live positions do not. */
function useView(
  positions: readonly Position[],
  outlined: readonly Position[],
  among: readonly number[],
  occasion: Occasion,
  showDoubts: boolean,
): CameraTarget | null {
  const look = () => {
    const box = boxAround(outlined.length > 0 ? outlined : among.flatMap((index) => positions[index] ?? []))
    return {
      occasion,
      outlined,
      showDoubts,
      target: box === null ? null : ({ kind: 'box', box } satisfies CameraTarget),
    }
  }
  const [view, setView] = useState(look)
  const isSeen = view.occasion === occasion && view.outlined === outlined && view.showDoubts === showDoubts
  if (!isSeen) setView(look())
  return view.target
}

function spokenName(positions: readonly Position[], index: number): string {
  const recordedAt = positions[index]?.recordedAt
  return recordedAt === undefined
    ? ''
    : historyTexts.position.spoken(formatNumber(index + 1), formatExactTime(recordedAt))
}

interface PositionPopupProps {
  position: Position
  doubt: PositionDoubt | null
  /** From 1. */
  number: number
  onClose(): void
}

const texts = historyTexts.position

function PositionPopup({ position, doubt, number, onClose }: PositionPopupProps) {
  return (
    <MapPopup place={position} title={texts.title(formatNumber(number))} onClose={onClose}>
      <dl className={styles.facts}>
        <Definition className={styles.fact} name={texts.time} value={formatExactTime(position.recordedAt)} />
        <Definition className={styles.fact} name={texts.accuracy} value={formatAccuracy(position.accuracy)} />
        {position.speed !== undefined && (
          <Definition className={styles.fact} name={texts.speed} value={`${formatNumber(position.speed)} km/h`} />
        )}
        {doubt !== null && (
          <Definition className={styles.fact} name={texts.doubt} value={historyTexts.doubts.reasons[doubt]} />
        )}
      </dl>
    </MapPopup>
  )
}
