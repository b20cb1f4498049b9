/*
 * Units of time, each in the smaller unit that its name ends with: a day has `dayMs` milliseconds and `dayMinutes` minutes.
 * Days here have 24 hours; for those of Europe/Berlin, which do not always, see `domain/time/time.ts`. They are written as
 * numbers, not as products, because then the browser's bundle has them inline.
 */

export const secondMs = 1_000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

export const minuteSeconds = 60
export const dayHours = 24
export const hourSeconds = 3_600
export const daySeconds = 86_400

export const hourMinutes = 60
export const dayMinutes = 1_440
