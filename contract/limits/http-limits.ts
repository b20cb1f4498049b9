export const httpLimits = {
  requestTimeoutMs: 10_000,
  retries: 3,
  bodyBytes: 1_000_000,
  /** What a tracker may send in one request (protocols, section 0.9). */
  trackerBodyBytes: 65_536,
  uploadBytes: 5_000_000,
  uploadsPerHour: 30,
  /** 5 MB over a mobile network. */
  fileTimeoutMs: 120_000,
  /** The longer side of a stored picture. */
  uploadPixels: 1600,
  /**
   * A small file can unpack to more than the memory holds: a picture may have at most this many, checked before it is
   * drawn again.
   */
  uploadMegapixels: 24,
  chunkLoadTimeoutMs: 120_000,
} as const

export const httpServerLimits = {
  /** The head of a request has to be there this long after its connection was opened or its first byte came. */
  headTimeoutMs: 15_000,
  /**
   * A body may take this long, and longer for what has arrived of it: a phone with bad reception is waited for, somebody who
   * holds connections open is not.
   */
  bodyTimeoutMs: 15_000,
  leastBodyBytesPerSecond: 4_000,
  /** How often Node looks for requests that took too long, also on the ports of trackers. */
  lateRequestsEveryMs: 1_000,
  /** How far ahead `security.txt` expires: less than a year (RFC 9116, section 2.5.5). */
  securityContactDays: 180,
  /** Uploaded pictures that wait until they are drawn again, one after the other: each takes about a second. */
  picturesWaiting: 20,
  /** A longer answer that is written piece by piece is also sent piece by piece. */
  wholeAnswerCharacters: 262_144,
} as const
