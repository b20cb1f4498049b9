export const activityLimits = {
  keptDays: 90,
  pageRows: 20,
  detailLength: 200,
  /** The same again within this time is one entry, of what can be done many times in a row. */
  sameMinutes: 10,
} as const
