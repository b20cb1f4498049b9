export const gatewayServerLimits = {
  /** What a tracker may deliver at once: a fix of every minute of the retention, twenty backlogs. */
  fixBurstPerTracker: 20_160,
  fixesPerTrackerPerSecond: 20,
  /** Reports of trackers that nobody sold, before an address has to wait. */
  unknownBurstPerAddress: 60,
  unknownPerAddressPerSecond: 1,
  /** How often a report of the same tracker is looked up while its address has to wait: guessing at secrets stays slow. */
  questionsPerStranger: 5,
  questionsPerStrangerPerSecond: 1 / 60,
  /** How many trackers and addresses the limits remember; the longest silent are forgotten first. */
  rememberedTrackers: 50_000,
  rememberedAddresses: 10_000,
  /** If there is no answer by then, the connection ends, and the tracker tries again. */
  answerTimeoutMs: 30_000,
  /** Reports that are committed together, and those that may wait for it: as many as can be answered in time. */
  batchReports: 500,
  waitingReports: 10_000,
  /**
   * At most this many reports that cannot be stored are discarded in a row. More are our own fault, and stay with their
   * trackers.
   */
  discardsInARow: 100,
  /**
   * A batch that takes longer fails. Reports that wait for the batch before and for their own are still answered in time.
   */
  batchTimeoutMs: 14_000,
  /** Of that, the time to wait for another transaction's lock. */
  lockTimeoutMs: 12_000,
  /**
   * Trackers that are waited for at once because somebody else holds them, each over a connection of its own: the pool of
   * nine must have some left for everybody else.
   */
  lanesAtOnce: 3,
  trackerIdLength: 64,
  /** A stream without a complete frame within this many bytes ends; the longest real frames have about 1,300. */
  frameBytes: 32_768,
  /** A frame has to be complete this long after it began. */
  frameTimeoutMs: 30_000,
  /** A silent connection ends after this (protocols, section 0.9). */
  idleTimeoutMs: 1_800_000,
  /** A connection on which no known tracker has reported by then ends. Trackers log in as soon as they are connected. */
  loginTimeoutMs: 30_000,
  connectionsPerPort: 10_000,
  /**
   * Connections on which no known tracker has reported yet. If there are more, one ends of the network that has the most.
   */
  strangersPerPort: 2_000,
  /** Those of one network. Many trackers are behind the address of a mobile carrier, and all of them come back at once. */
  strangersPerNetwork: 500,
  /**
   * Connections of one tracker to a port. If there are more, the one that was silent longest ends: usually a dead one.
   */
  connectionsPerTracker: 3,
  /** Replies that a tracker leaves unread, before its connection ends. */
  unreadBytes: 65_536,
  /** Datagrams that are being committed; further ones are dropped and come again. */
  datagramsUnderWay: 1_000,
  /**
   * A tracker is asked where it is while one fix more would tell whether its vehicle is being stolen: at most once in this
   * time, and over one connection this many times until it is known.
   */
  positionRequestEveryMs: 60_000,
  positionRequestsInARow: 10,
  /** Longer texts are no answer to that. */
  positionAnswerBytes: 512,
  /** Lines of single trackers in the log; more would be strangers or an outage. */
  trackerLinesPerMinute: 600,
  /** Kinds of what nobody reads that have a figure of their own; what comes after them is counted as one. */
  unreadKinds: 200,
  /** Messages of an MQTT broker that are in work at a time, two batches of them; and their bytes. No more is read meanwhile. */
  messagesInWork: 1_000,
  messageBytesInWork: 4_000_000,
  /** An MQTT broker that hears nothing of us for one and a half of these gives us up. It is pinged twice in this time. */
  brokerKeepAliveSeconds: 30,
  /** A broker is left that was silent this often between two pings. */
  brokerSilentBeats: 3,
  /** Damaged frames in a row, before a connection ends. */
  damagedFrames: 3,
  /**
   * Our clock is doubted if the database's differs by more, or if those of many trackers with current fixes do; this many
   * are compared.
   */
  doubtedClockSeconds: 60,
  clockWitnessMinutes: 15,
  clockWitnesses: 1_000,
} as const
