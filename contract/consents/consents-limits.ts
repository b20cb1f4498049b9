export const consentsLimits = {
  /** How long a consent to a replaced text counts after its owner was asked about the new one. */
  askedAnewDays: 30,
  pageRows: 50,
  proofsPerHour: 20,
} as const
