export const ownToursLimits = {
  fileBytes: 20_000_000,
  /** Of one file. */
  filePoints: 200_000,
  /** Of one account: a second each of some 80 hours under way. */
  points: 300_000,
  /** Of one account. */
  most: 5_000,
  /** A longer recording continues as another tour. */
  tourPoints: 30_000,
  /** A pause longer than this ends a tour. */
  pauseMinutes: 120,
  /** Of the line of a tour that is looked at: the bends that matter most. */
  linePoints: 2_000,
  nameLength: 80,
  pageRows: 200,
  filesPerHour: 30,
  /** Each is held in memory until it is read. */
  filesAtOnce: 2,
  /** Since it was read in, without consent to a longer time and with it. */
  keptDays: 14,
  keptLongerDays: 365,
} as const

export const ownToursServerLimits = {
  /** Files that are read at a time, for all users: each takes a few seconds and 300 MB. */
  readAtOnce: 1,
  waitingToBeRead: 5,
  patienceSeconds: 30,
  /** One that takes longer is no true file. */
  readingSeconds: 60,
  /** A thread that needs more is ended, and its file refused. */
  threadMegabytes: 600,
  /** How often a file is compared again with what other files of the account have brought meanwhile. */
  comparisons: 3,
  /** No satellite has told anybody the time of a place before. */
  earliest: '2000-01-01T00:00:00Z',
} as const
