import type { CategorySettings } from '#contract/settings/settings.ts'

/** The part of a category's settings that says how early a warning comes. */
export type WarningDistance = Pick<CategorySettings, 'measure' | 'metres' | 'seconds'>

/** How many whole metres before the place a warning comes at `speedKmh`. */
export function metresAhead({ measure, metres, seconds }: WarningDistance, speedKmh: number): number {
  return measure === 'metres' ? metres : Math.round(seconds * metresPerSecond(speedKmh))
}

/** How many whole seconds before the place a warning comes at `speedKmh`, which is above 0. */
export function secondsAhead({ measure, metres, seconds }: WarningDistance, speedKmh: number): number {
  return measure === 'seconds' ? seconds : Math.round(metres / metresPerSecond(speedKmh))
}

const metresPerSecond = (kmh: number) => kmh / 3.6
