import { type CSSProperties, type PointerEvent, useMemo, useRef } from 'react'
import type { Quiet, ReplayTrack } from '#domain/track/replay.ts'
import { momentAt, riddenBy, type RidingTime } from '#domain/track/riding-time.ts'
import { durationInWords } from '../chapters/duration-words.ts'
import { labelledHalts } from './labelled-halts.ts'
import { historyTexts } from '../texts.ts'
import type { Playback } from './playback.ts'
import { scaleTop, type SpeedPoint, speedProfile } from './speed-profile.ts'
import styles from './Scrubber.module.css'
import { formatDayTime, formatNumber } from '#web/texts/formats.ts'

interface ScrubberProps {
  playback: Playback
  track: ReplayTrack
  /** km/h at each fix of the track. */
  speeds: readonly (number | null)[]
  riding: RidingTime
  /** The moment shown, in milliseconds, and in words. */
  moment: number
  words: string
}

const texts = historyTexts.chart
const mostPoints = 400
/** Of a curve's piece, in its own units; it is stretched to its container. */
const width = 1000
const height = 100
/** What is left of a stop. */
const haltPx = 2

/**
 * The speed over the time on the way, and on it the moment that the map shows. It is moved by pressing or dragging anywhere on
 * the drawing, or, as a slider, by keyboard.
 */
export function Scrubber({ playback, track, speeds, riding, moment, words }: ScrubberProps) {
  const slider = useRef<HTMLInputElement>(null)
  const ridden = riddenBy(riding, moment)
  const seek = (riddenMs: number) => playback.seek(momentAt(riding, riddenMs))

  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return
    const { left, width: shownWidth } = event.currentTarget.getBoundingClientRect()
    seek(((event.clientX - left) / shownWidth) * riding.ridingMs)
  }
  const grasp = (event: PointerEvent<HTMLElement>) => {
    // A drag that leaves the drawing goes on, and the keys then belong to the slider.
    event.currentTarget.setPointerCapture(event.pointerId)
    event.preventDefault()
    slider.current?.focus({ preventScroll: true })
    point(event)
  }
  return (
    <div className={styles.plot} onPointerDown={grasp} onPointerMove={point}>
      <Profile track={track} speeds={speeds} riding={riding} />
      <Halts riding={riding} />
      <input
        ref={slider}
        type="range"
        className={styles.slider}
        aria-label={historyTexts.replay.slider}
        aria-valuetext={words}
        min={0}
        max={riding.ridingMs}
        step={1000}
        value={ridden}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <span className={styles.cursor} style={placeOn(riding, ridden, moment)} />
    </div>
  )
}

/** Where a moment is on the curve, whose halts have a width of their own. */
function placeOn({ ridingMs, halts }: RidingTime, ridden: number, moment: number): CSSProperties {
  const share = ridden / Math.max(1, ridingMs)
  const before = halts.filter(({ to }) => to <= moment).length
  return { left: `calc(${share} * (100% - ${halts.length * haltPx}px) + ${before * haltPx}px)` }
}

type ProfileProps = Pick<ScrubberProps, 'track' | 'speeds' | 'riding'>

function Profile({ track, speeds, riding }: ProfileProps) {
  const { pieces, most, top } = useMemo(() => profileOf(track, speeds, riding), [track, speeds, riding])
  const [first, last] = [riding.pieces[0], riding.pieces.at(-1)]
  if (first === undefined || last === undefined) return null
  const words = texts.name(formatDayTime(new Date(first.from)), formatDayTime(new Date(last.to)), formatNumber(most))
  return (
    <>
      <div className={styles.drawing} style={{ gap: `${haltPx}px` }} role="img" aria-label={words}>
        {pieces.map(({ from, to, area, line }) => (
          <svg
            key={from}
            className={styles.piece}
            style={{ flexGrow: to - from }}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
          >
            <path className={styles.area} d={area} />
            <path className={styles.line} d={line} />
          </svg>
        ))}
      </div>
      {most > 0 && (
        <span className={styles.top} aria-hidden="true">
          {texts.kmh(formatNumber(top))}
        </span>
      )}
    </>
  )
}

/** How long each halt was, where there is room to say so. */
function Halts({ riding }: { riding: RidingTime }) {
  const wordsOf = ({ kind, from, to }: Quiet) => texts.halts[kind](durationInWords(to - from))
  return labelledHalts(riding, wordsOf).map(({ from, share, words }) => (
    <span key={from} className={styles.halt} style={{ left: `${share * 100}%` }}>
      {words}
    </span>
  ))
}

function profileOf(track: ReplayTrack, speeds: readonly (number | null)[], { pieces, ridingMs }: RidingTime) {
  const profiles = pieces.map(({ from, to }) => ({
    span: [from, to] as const,
    lines: speedProfile(track, speeds, [from, to], Math.max(2, (mostPoints * (to - from)) / Math.max(1, ridingMs))),
  }))
  const points = profiles.flatMap(({ lines }) => lines.flat())
  const top = scaleTop([points])
  return {
    top,
    most: points.reduce((highest, { kmh }) => Math.max(highest, kmh), 0),
    pieces: profiles.map(({ span, lines }) => ({
      from: span[0],
      to: span[1],
      area: lines.map((line) => areaOf(line, span, top)).join(''),
      line: lines.map((line) => `M${lineOf(line, span, top)}`).join(''),
    })),
  }
}

type Span = readonly [from: number, to: number]

/** `x y x y …` in the drawing's units. */
function lineOf(line: readonly SpeedPoint[], [from, to]: Span, top: number): string {
  return line
    .map(
      ({ moment, kmh }) => `${(((moment - from) / Math.max(1, to - from)) * width).toFixed(1)} ${heightOf(kmh, top)}`,
    )
    .join(' ')
}

function areaOf(points: readonly SpeedPoint[], span: Span, top: number): string {
  const line = lineOf(points, span, top)
  const [first = '0'] = line.split(' ')
  const last = line.split(' ').at(-2) ?? first
  return `M${first} ${height} ${line} ${last} ${height}Z`
}

function heightOf(kmh: number, top: number): string {
  return (height - (kmh / top) * height).toFixed(1)
}
