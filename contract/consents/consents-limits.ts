export const consentsLimits = {
  /** How long tracking goes on with a consent to a text that was replaced, from when its owner is asked anew. */
  askedAnewDays: 30,
  pageRows: 50,
  proofsPerHour: 20,
} as const
