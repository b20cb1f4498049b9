import { memo, useMemo } from 'react'
import { tripSketch } from '#domain/track/trip-sketch.ts'
import type { SketchPoint } from '#domain/track/track-sketch.ts'
import type { Trip } from '#domain/track/trips.ts'
import styles from './TripSketch.module.css'
import type { ChapteredHistory } from '../chapters/use-chaptered-history.ts'

interface TripSketchProps {
  history: Pick<ChapteredHistory, 'positions' | 'doubts'>
  trip: Trip
}

const width = 72
const height = 72
/** The road and its ends must not be cut off at the edge. */
const margin = 10
const frame = { width: width - 2 * margin, height: height - 2 * margin }

/** The way of a trip as a small road, north up. Its card says the rest in words. */
export const TripSketch = memo(function TripSketch({ history: { positions, doubts }, trip }: TripSketchProps) {
  const sketch = useMemo(() => tripSketch(positions, doubts, trip, frame), [positions, doubts, trip])
  if (sketch === null) return <span className={styles.sketch} />
  const way = sketch.lines.map(pathOf).join('')
  return (
    <svg
      className={styles.sketch}
      viewBox={`${-margin} ${-margin} ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <path className={styles.verge} d={way} />
      <path className={styles.road} d={way} />
      <path className={styles.marking} d={way} />
      <circle className={styles.start} cx={sketch.first.x} cy={sketch.first.y} r="4" />
      <circle className={styles.end} cx={sketch.last.x} cy={sketch.last.y} r="5" />
    </svg>
  )
})

/** A line of one point is drawn by its round ends. */
function pathOf(line: readonly SketchPoint[]): string {
  return line.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') + 'h0'
}
