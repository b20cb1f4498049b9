import type { GappyColumn, Position, PositionColumns, WholeColumn } from '#contract/tracking.ts'

/*
 * Positions by columns instead of rows: neighbours differ little, so their differences are short to write and easy to
 * compress. Places keep 1e-7 degrees (a centimetre), times a millisecond, measured values a hundredth: no more of them is
 * stored.
 */

/** @param positions of one device, the oldest first. */
export function columnsOf(positions: readonly Position[]): PositionColumns {
  const always = (read: (position: Position) => number, digits: readonly number[]) =>
    columnOf(positions.map(read), digits)
  const measured = (name: 'accuracy' | 'speed' | 'course') =>
    positions.every((position) => position[name] === undefined)
      ? {}
      : {
          [name]: gappyColumnOf(
            positions.map((position) => position[name] ?? null),
            [0, 1, 2],
          ),
        }
  const flags = positions.flatMap(({ flag }, index) => (flag === undefined ? [] : [{ index, flag }]))
  return {
    seconds: always(({ recordedAt }) => Date.parse(recordedAt) / 1000, [0, 3]),
    latitude: always(({ latitude }) => latitude, [5, 6, 7]),
    longitude: always(({ longitude }) => longitude, [5, 6, 7]),
    ...measured('accuracy'),
    ...measured('speed'),
    ...measured('course'),
    ...(flags.length > 0 && { flags }),
  }
}

/** The positions of `columnsOf`, in their order. The contract's schema has seen that no column is shorter than another. */
export function positionsOf(columns: PositionColumns): Position[] {
  const latitudes = valuesOf(columns.latitude)
  const longitudes = valuesOf(columns.longitude)
  const accuracies = gappyValuesOf(columns.accuracy)
  const speeds = gappyValuesOf(columns.speed)
  const courses = gappyValuesOf(columns.course)
  const flags = new Map(columns.flags?.map(({ index, flag }) => [index, flag]))
  return valuesOf(columns.seconds).flatMap((seconds, index) => {
    const [latitude, longitude] = [latitudes[index], longitudes[index]]
    if (latitude === undefined || longitude === undefined) return []
    const position: Position = { latitude, longitude, recordedAt: new Date(Math.round(seconds * 1000)).toISOString() }
    const [accuracy, speed, course] = [accuracies[index], speeds[index], courses[index]]
    const flag = flags.get(index)
    // Not by spreading: the map's line waits for thousands of these.
    if (accuracy !== undefined) position.accuracy = accuracy
    if (speed !== undefined) position.speed = speed
    if (course !== undefined) position.course = course
    if (flag !== undefined) position.flag = flag
    return position
  })
}

/** @param choices of digits after the point, fewest first: the first that loses nothing is taken, or the last. */
function columnOf(values: readonly number[], choices: readonly number[]): WholeColumn {
  const digits = choices.find((choice) => values.every((value) => isWhole(value, choice))) ?? choices.at(-1) ?? 0
  let before = 0
  const differences = values.map((value) => {
    const whole = Math.round(value * 10 ** digits)
    const difference = whole - before
    before = whole
    return difference
  })
  return { digits, differences }
}

function gappyColumnOf(values: readonly (number | null)[], choices: readonly number[]): GappyColumn {
  const { digits, differences } = columnOf(
    values.filter((value) => value !== null),
    choices,
  )
  let next = 0
  return { digits, differences: values.map((value) => (value === null ? null : (differences[next++] ?? null))) }
}

function isWhole(value: number, digits: number): boolean {
  return Math.round(value * 10 ** digits) / 10 ** digits === value
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
