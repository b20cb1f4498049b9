/** What the operator's support may do, and how long is known who did it. */
export const supportServerLimits = {
  loggedDays: 365,
  /** As much as an entry in an owner's list of activities has. */
  reasonLength: 200,
  /** Of an entry in the log. */
  detailLength: 300,
  operatorLength: 60,
  /** A shorter text is part of too many addresses. */
  searchedLength: { least: 3, most: 100 },
  /** Customers that one search shows. */
  foundCustomers: 20,
  shownActions: 200,
  /** By one command. */
  extendedDays: 3650,
  announcementLength: 300,
  /** An announcement begins, and lasts, at most this long. */
  announcedDays: 30,
  /** How often a process looks for one. */
  lookForAnnouncementsSeconds: 30,
} as const
