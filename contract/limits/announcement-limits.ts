/** How an open page learns what the operator announces. */
export const announcementLimits = {
  askedMinutes: 10,
} as const
