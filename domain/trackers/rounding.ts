/** No accuracy, altitude, speed, course, percentage or voltage can be greater. */
const mostPossible = 1_000_000

/** Rounded to hundredths, which is exact enough; null where no column of the tables could hold it. */
export function rounded(value: number | null): number | null {
  return value === null || Math.abs(value) > mostPossible ? null : Math.round(value * 100) / 100
}
