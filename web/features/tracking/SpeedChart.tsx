import { type PointerEvent, useMemo } from 'react'
import type { ReplayTrack } from '#domain/replay.ts'
import { historyTexts } from './history-texts.ts'
import type { Playback } from './playback.ts'
import { scaleTop, type SpeedPoint, speedProfile } from './speed-profile.ts'
import styles from './SpeedChart.module.css'
import { useMoment } from './use-playback.ts'
import { formatDayTime, formatNumber } from '#web/kit/formats.ts'

interface SpeedChartProps {
  playback: Playback
  track: ReplayTrack
  /** km/h at each fix of the track. */
  speeds: readonly (number | null)[]
  /** From when to when, in milliseconds. */
  span: readonly [from: number, to: number]
}

const texts = historyTexts.chart
const mostPoints = 400
/** The drawing's own units; it is stretched to what it stands in. */
const width = 1000
const height = 100

/** Speed over time. A press or a drag shows on the map where that was; what the map shows is marked here. */
export function SpeedChart({ playback, track, speeds, span }: SpeedChartProps) {
  const pieces = useMemo(() => speedProfile(track, speeds, span, mostPoints), [track, speeds, span])
  const top = scaleTop(pieces)
  const [from, to] = span
  if (pieces.length === 0) return null

  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return
    const { left, width: shownWidth } = event.currentTarget.getBoundingClientRect()
    playback.seek(from + ((event.clientX - left) / shownWidth) * (to - from))
  }
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>{texts.title}</figcaption>
      <div className={styles.plot} onPointerDown={point} onPointerMove={point}>
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={inWords(pieces, span)}
        >
          <path className={styles.grid} d={`M0 0.5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}`} />
          <path className={styles.area} d={pieces.map((piece) => areaOf(piece, span, top)).join('')} />
          <path className={styles.line} d={pieces.map((piece) => `M${lineOf(piece, span, top)}`).join('')} />
        </svg>
        <span className={styles.top} aria-hidden="true">
          {texts.kmh(formatNumber(top))}
        </span>
        <span className={styles.middle} aria-hidden="true">
          {formatNumber(top / 2)}
        </span>
        <Cursor playback={playback} span={span} />
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{formatDayTime(new Date(from))}</span>
        <span>{formatDayTime(new Date(to))}</span>
      </p>
    </figure>
  )
}

function Cursor({ playback, span: [from, to] }: Pick<SpeedChartProps, 'playback' | 'span'>) {
  const moment = useMoment(playback)
  if (moment === null) return null
  return <span className={styles.cursor} style={{ left: `${((moment - from) / Math.max(1, to - from)) * 100}%` }} />
}

function inWords(pieces: readonly (readonly SpeedPoint[])[], [from, to]: SpeedChartProps['span']): string {
  const most = pieces.flat().reduce((highest, { kmh }) => Math.max(highest, kmh), 0)
  return texts.name(formatDayTime(new Date(from)), formatDayTime(new Date(to)), formatNumber(most))
}

/** `x y x y …` in the drawing's units. */
function lineOf(piece: readonly SpeedPoint[], [from, to]: SpeedChartProps['span'], top: number): string {
  return piece
    .map(
      ({ moment, kmh }) => `${(((moment - from) / Math.max(1, to - from)) * width).toFixed(1)} ${heightOf(kmh, top)}`,
    )
    .join(' ')
}

function areaOf(piece: readonly SpeedPoint[], span: SpeedChartProps['span'], top: number): string {
  const line = lineOf(piece, span, top)
  const [first = '0'] = line.split(' ')
  const last = line.split(' ').at(-2) ?? first
  return `M${first} ${height} ${line} ${last} ${height}Z`
}

function heightOf(kmh: number, top: number): string {
  return (height - (kmh / top) * height).toFixed(1)
}
