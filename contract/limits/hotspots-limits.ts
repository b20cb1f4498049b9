export const accidentsServerLimits = {
  /** Of one file, unpacked; the national file of a year has about 45 MB. */
  fileBytes: 2_000_000_000,
  /** The archive of a year has about 20 MB. */
  downloadTimeoutMs: 240_000,
  /** A longer line is no line of a table. */
  lineLength: 10_000,
  /** Rows that are written together. */
  stagedRows: 500,
  /** Accidents without motorcycles are stored by squares of this side: so many are gathered, and so many written at a time. */
  squareMetres: 10_000,
  gatheredOthers: 100_000,
  stagedOthers: 4_000,
  /** How many lines of each left-out kind the report names. */
  namedLines: 3,
} as const

export const hotspotsServerLimits = {
  /** The last complete years that are evaluated. */
  years: 5,
  /** A place reaches as far. */
  builtUpRadiusMetres: 50,
  openRoadRadiusMetres: 150,
  /** The narrow and the wide bell around an accident (`domain/hotspots/expected-accidents.ts`). */
  builtUpBellsMetres: [25, 150],
  openRoadBellsMetres: [60, 150],
  /** After these the weights change by less than a hundredth. */
  fittingRounds: 40,
  /** How many imagined accidents of the usual weight each kind of accident begins with. */
  usualAccidents: 300,
  /** How much places differ from what their exposure lets expect: what is assumed of a few places, and what is believed. */
  usualShape: 3,
  usualShapeSquares: 20,
  leastShape: 0.5,
  mostShape: 50,
  /** Places at which that is measured. */
  shapeSamples: 20_000,
  /**
   * What an estimate is worth (`domain/hotspots/recalibration.ts`): at which the level is measured, from which on places are
   * learnt from and how many accidents there are enough, the usual level and slope, and how far what is learnt leaves them
   * (standard deviations; of the level's logarithm).
   */
  pivotExpected: 0.7,
  leastLearnt: 0.45,
  enoughLearnt: 1_500,
  usualLevel: 1.02,
  usualSlope: 0.85,
  usualLevelDeviation: 0.2,
  usualSlopeDeviation: 0.1,
  leastSlope: 0.5,
  mostSlope: 1.2,
  recalibrationRounds: 20,
  /** Motorcycle accidents a year, and how many must have happened. */
  leastExpected: 0.5,
  /** Of these, what happened close by must account for this share: otherwise it is a quarter, not a place. */
  leastShareClose: 0.5,
  leastKnown: 1,
} as const
