import type { Instant } from '#contract/base/place.ts'

/** A number as short as it can be written, without an exponent. @param most how many decimals mean something, up to 6. */
export function decimal(value: number, most: number): string {
  return `${Number(value.toFixed(most))}`
}

/** Six decimals of a degree are a decimetre: no tracker measures better. */
export function degrees(angle: number): string {
  return decimal(angle, 6)
}

/** `2026-03-01T08:00:00Z`: a fraction of a second only where there is one. */
export function instant(at: Instant | Date): string {
  return new Date(at).toISOString().replace(/\.?0*Z$/, 'Z')
}
