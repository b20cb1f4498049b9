/** Of roads that are closed for motorcycles, as OpenStreetMap knows them. */
export const closuresLimits = {
  /** A value of OpenStreetMap has at most so many characters. */
  conditionLength: 255,
  /** What one road may say of who may ride when. */
  rules: 20,
  nameLength: 120,
} as const

export const closuresServerLimits = {
  /** Germany has some thousands: many more are a wrong answer. */
  most: 60_000,
  /** Of one line. */
  corners: 200,
  /** Lines that are written together. */
  staged: 200,
} as const
