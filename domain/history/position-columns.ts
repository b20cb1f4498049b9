import type { GappyColumn, Position, PositionColumns, WholeColumn } from '#contract/history/history.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { Measured, PositionPage } from './position-page.ts'

/*
 * Positions by columns instead of rows: neighbours differ little, so their differences are short to write and easy to
 * compress. Places keep 1e-7 degrees (a centimetre), times a millisecond, measured values a hundredth: no more of them is
 * stored.
 */

export function positionColumnsOf(page: PositionPage): PositionColumns {
  const seconds = page.times.map((time) => time / 1000)
  const flags = page.flag.flatMap((flag, index) => (flag === null ? [] : [{ index, flag }]))
  return {
    seconds: columnOf(seconds, [0, 3]),
    latitude: columnOf(page.latitude, [5, 6, 7]),
    longitude: columnOf(page.longitude, [5, 6, 7]),
    ...measured('accuracy', page.accuracy),
    ...measured('speed', page.speed),
    ...measured('course', page.course),
    ...(flags.length > 0 && { flags }),
  }
}

function measured(name: 'accuracy' | 'speed' | 'course', values: Measured): Partial<PositionColumns> {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return {}
  const column = columnOf(known, [0, 1, 2])
  return { [name]: known.length === values.length ? column : withGaps(column, values) }
}

function withGaps({ digits, differences }: WholeColumn, values: Measured): GappyColumn {
  let next = 0
  return { digits, differences: values.map((value) => (value === null ? null : (differences[next++] ?? null))) }
}

/** The positions of `columnsOf`, in their order. The contract's schema has seen that no column is shorter than another. */
export function positionsOf(columns: PositionColumns): Position[] {
  const latitudes = valuesOf(columns.latitude)
  const longitudes = valuesOf(columns.longitude)
  const accuracies = gappyValuesOf(columns.accuracy)
  const speeds = gappyValuesOf(columns.speed)
  const courses = gappyValuesOf(columns.course)
  const flags = new Map(columns.flags?.map(({ index, flag }) => [index, flag]))
  const positions: Position[] = []
  for (const [index, seconds] of valuesOf(columns.seconds).entries()) {
    const [latitude, longitude] = [latitudes[index], longitudes[index]]
    if (latitude === undefined || longitude === undefined) continue
    const position: Position = {
      latitude,
      longitude,
      recordedAt: new Date(Math.round(seconds * secondMs)).toISOString(),
    }
    const [accuracy, speed, course] = [accuracies[index], speeds[index], courses[index]]
    const flag = flags.get(index)
    // Not by spreading: the map's line waits for thousands of these.
    if (accuracy !== undefined) position.accuracy = accuracy
    if (speed !== undefined) position.speed = speed
    if (course !== undefined) position.course = course
    if (flag !== undefined) position.flag = flag
    positions.push(position)
  }
  return positions
}

/** @param choices of digits after the point, fewest first: the first that loses nothing is taken, or the last. */
function columnOf(values: readonly number[], choices: readonly number[]): WholeColumn {
  const digits = choices.find((choice) => areWhole(values, 10 ** choice)) ?? choices.at(-1) ?? 0
  const factor = 10 ** digits
  let before = 0
  const differences = values.map((value) => {
    const whole = Math.round(value * factor)
    const difference = whole - before
    before = whole
    return difference
  })
  return { digits, differences }
}

function areWhole(values: readonly number[], factor: number): boolean {
  return values.every((value) => Math.round(value * factor) / factor === value)
}

function valuesOf({ digits, differences }: WholeColumn): number[] {
  const unit = 10 ** digits
  let whole = 0
  return differences.map((difference) => {
    whole += difference
    return whole / unit
  })
}

/** Empty where nothing of the kind was measured. */
function gappyValuesOf(column: GappyColumn | undefined): (number | undefined)[] {
  if (column === undefined) return []
  const unit = 10 ** column.digits
  let whole = 0
  return column.differences.map((difference) => {
    if (difference === null) return undefined
    whole += difference
    return whole / unit
  })
}
