import { type PointerEvent, useMemo, useRef } from 'react'
import type { ReplayTrack } from '#domain/track/replay.ts'
import { historyTexts } from './texts.ts'
import type { Playback } from './playback.ts'
import { scaleTop, type SpeedPoint, speedProfile } from './speed-profile.ts'
import styles from './Scrubber.module.css'
import { formatDayTime, formatNumber } from '#web/kit/formats.ts'

interface ScrubberProps {
  playback: Playback
  track: ReplayTrack
  /** km/h at each fix of the track. */
  speeds: readonly (number | null)[]
  /** From when to when, in milliseconds. */
  span: readonly [from: number, to: number]
  /** The moment shown, in milliseconds, and in words. */
  moment: number
  words: string
}

const texts = historyTexts.chart
const mostPoints = 400
/** In the drawing's own units; it is stretched to its container. */
const width = 1000
const height = 100

/**
 * The speed over time, and on it the moment that the map shows. It is moved by pressing or dragging anywhere on the drawing,
 * or, as a slider, by keyboard.
 */
export function Scrubber({ playback, track, speeds, span, moment, words }: ScrubberProps) {
  const pieces = useMemo(() => speedProfile(track, speeds, span, mostPoints), [track, speeds, span])
  const slider = useRef<HTMLInputElement>(null)
  const top = scaleTop(pieces)
  const [from, to] = span

  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return
    const { left, width: shownWidth } = event.currentTarget.getBoundingClientRect()
    playback.seek(from + ((event.clientX - left) / shownWidth) * (to - from))
  }
  const grasp = (event: PointerEvent<HTMLElement>) => {
    // A drag that leaves the drawing goes on, and the keys then belong to the slider.
    event.currentTarget.setPointerCapture(event.pointerId)
    event.preventDefault()
    slider.current?.focus({ preventScroll: true })
    point(event)
  }
  return (
    <div className={styles.scrubber}>
      <div className={styles.plot} onPointerDown={grasp} onPointerMove={point}>
        {pieces.length > 0 && <Profile pieces={pieces} span={span} top={top} />}
        <input
          ref={slider}
          type="range"
          className={styles.slider}
          aria-label={historyTexts.replay.slider}
          aria-valuetext={words}
          min={from}
          max={to}
          step={1000}
          value={moment}
          onChange={(event) => playback.seek(event.currentTarget.valueAsNumber)}
        />
        <span className={styles.cursor} style={{ left: `${((moment - from) / Math.max(1, to - from)) * 100}%` }} />
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{formatDayTime(new Date(from))}</span>
        <span>{formatDayTime(new Date(to))}</span>
      </p>
    </div>
  )
}

interface ProfileProps {
  pieces: readonly (readonly SpeedPoint[])[]
  span: ScrubberProps['span']
  /** km/h at the upper edge. */
  top: number
}

function Profile({ pieces, span, top }: ProfileProps) {
  const drawn = useMemo(
    () => ({
      area: pieces.map((piece) => areaOf(piece, span, top)).join(''),
      line: pieces.map((piece) => `M${lineOf(piece, span, top)}`).join(''),
      words: inWords(pieces, span),
    }),
    [pieces, span, top],
  )
  return (
    <>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={drawn.words}
      >
        <path className={styles.grid} d={`M0 0.5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}`} />
        <path className={styles.area} d={drawn.area} />
        <path className={styles.line} d={drawn.line} />
      </svg>
      <span className={styles.top} aria-hidden="true">
        {texts.kmh(formatNumber(top))}
      </span>
    </>
  )
}

function inWords(pieces: readonly (readonly SpeedPoint[])[], [from, to]: ScrubberProps['span']): string {
  const most = pieces.flat().reduce((highest, { kmh }) => Math.max(highest, kmh), 0)
  return texts.name(formatDayTime(new Date(from)), formatDayTime(new Date(to)), formatNumber(most))
}

/** `x y x y …` in the drawing's units. */
function lineOf(piece: readonly SpeedPoint[], [from, to]: ScrubberProps['span'], top: number): string {
  return piece
    .map(
      ({ moment, kmh }) => `${(((moment - from) / Math.max(1, to - from)) * width).toFixed(1)} ${heightOf(kmh, top)}`,
    )
    .join(' ')
}

function areaOf(piece: readonly SpeedPoint[], span: ScrubberProps['span'], top: number): string {
  const line = lineOf(piece, span, top)
  const [first = '0'] = line.split(' ')
  const last = line.split(' ').at(-2) ?? first
  return `M${first} ${height} ${line} ${last} ${height}Z`
}

function heightOf(kmh: number, top: number): string {
  return (height - (kmh / top) * height).toFixed(1)
}
