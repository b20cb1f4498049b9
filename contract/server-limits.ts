/**
 * Numbers that the server alone goes by, with their units. Apart from `limits.ts`, because what stands there is loaded by
 * whoever opens the first page.
 */
export const serverLimits = {
  passwordsHashedAtOnce: 2,

  /** Of a report about a letter, with what it returns of the letter. */
  mail: { reportBytes: 1_000_000 },

  /** After how long things are removed automatically. */
  purge: { unchosenPictureHours: 24, neverVerifiedDays: 30 },

  /** Anybody enters the demo account with one click: its sessions are short, and there are at most so many. */
  demoSessions: { hours: 24, most: 1_000 },
  /** Trackers that are imported in one step: none of their reports is taken in meanwhile. */
  inventory: { importedTogether: 500 },

  gateway: {
    /** What a tracker may deliver at once: a fix of every minute that positions are kept for, twenty backlogs. */
    fixBurstPerTracker: 20_160,
    fixesPerTrackerPerSecond: 20,
    /** Reports of trackers nobody sold, before an address has to wait. */
    unknownBurstPerAddress: 60,
    unknownPerAddressPerSecond: 1,
    /** How often a report of the same tracker is looked up while its address has to wait: guessing at secrets stays slow. */
    questionsPerStranger: 5,
    questionsPerStrangerPerSecond: 1 / 60,
    /** How many trackers and addresses the limits remember; the longest silent are forgotten first. */
    rememberedTrackers: 50_000,
    rememberedAddresses: 10_000,
    /** Without an answer by then the connection ends, and the tracker tries again. */
    answerTimeoutMs: 30_000,
    /** Reports that are committed together, and those that may wait for it: as many as can be answered in time. */
    batchReports: 500,
    waitingReports: 10_000,
    /** So many reports that cannot be stored are discarded in a row; more are a fault of ours, and stay with their trackers. */
    discardsInARow: 100,
    /** A batch that takes longer fails: who waits for the one before and for their own is still answered in time. */
    batchTimeoutMs: 14_000,
    /** Of that, what it waits for somebody else's lock. */
    lockTimeoutMs: 12_000,
    trackerIdLength: 64,
    /** A stream without a whole frame within so many bytes ends; the longest real frames have about 1,300. */
    frameBytes: 32_768,
    /** A frame that has begun has to be whole by then. */
    frameTimeoutMs: 30_000,
    /** A silent connection ends after this (protocols, section 0.9). */
    idleTimeoutMs: 1_800_000,
    /** A connection on which no known tracker has reported by then ends. */
    loginTimeoutMs: 60_000,
    connectionsPerPort: 10_000,
    /** Connections on which no known tracker has reported yet. Of more, one ends of the network that has the most. */
    strangersPerPort: 2_000,
    /** Connections of one tracker to a port. Of more, the one that was silent longest ends: a dead one, as a rule. */
    connectionsPerTracker: 3,
    /** Replies that a tracker leaves unread, before its connection ends. */
    unreadBytes: 65_536,
    /** Datagrams that are being committed; those that come on top are dropped and come again. */
    datagramsUnderWay: 1_000,
    /** Damaged frames in a row, before a connection ends. */
    damagedFrames: 3,
    /** Our clock is doubted where the database's differs by more, or many trackers' of this time do; so many are asked. */
    doubtedClockSeconds: 60,
    clockWitnessMinutes: 15,
    clockWitnesses: 1_000,
  },

  tracking: {
    /**
     * Positions in memory while a simpler line is made of them, about 280 bytes each: 56 MB, and a fix a second for two days.
     * Of a longer history only half of them stay, those that show the line best, each time there are so many; it is the most
     * that can be asked for.
     */
    heldForLine: 200_000,
    /** How many lines are made at a time, of all users. */
    linesAtOnce: 2,
  },

  accidents: {
    /** Of one file, unpacked; the national file of a year has about 45 MB. */
    fileBytes: 2_000_000_000,
    /** The archive of a year has about 20 MB. */
    downloadTimeoutMs: 240_000,
    /** A line that is longer is no line of a table. */
    lineLength: 10_000,
    /** Rows that are written together. */
    stagedRows: 500,
    /** Accidents are searched for hotspots in squares of this side, each with so much around it. */
    squareMetres: 10_000,
    squareMarginMetres: 2_000,
    /** How many lines of each kind that was left out the report names. */
    namedLines: 3,
  },

  feeds: {
    fileBytes: 200_000_000,
    /** A JSON file is parsed in one go, while everyone else waits. */
    jsonBytes: 30_000_000,
    /** One file of an archive, and how many an archive may have. */
    entryBytes: 50_000_000,
    archiveEntries: 3_000,
    downloadTimeoutMs: 60_000,
    /** Overpass searches the whole country before it answers. */
    overpassTimeoutMs: 240_000,
    /** A source in parts: how many are asked at a time, for how long in all, and after how many losses it is left alone. */
    partsAtOnce: 4,
    partTimeoutMs: 20_000,
    partsTimeoutMs: 240_000,
    lostParts: 10,
    /** Germany has about 120 motorways: a list of more is none. */
    mostRoads: 300,
    /** Failing again and again, a source is asked at least this often, or as often as it always is. */
    longestPauseMinutes: 60,
    /** A source that says it is overloaded is left alone so long, unless it names a time itself: up to a day. */
    overloadedMinutes: 15,
    longestRetryAfterMinutes: 24 * 60,
    /** A road work that stays longer than a calendar day is one „längerer Dauer“ (RSA 21, part A). */
    longTermRoadworkHours: 24,
    /** Longer notes of a source are cut off. */
    noteLength: 300,
    /** An import that was cut off by the end of its process lets the next one in after this. */
    importMinutes: 10,
    /** Rows that are written together: short enough that nobody waits for them (design, section 5.10). */
    stagedPois: 200,
    stagedWarnings: 10,
    /** A source that loses this share of a kind, where at least so many are shown, has to repeat it so much later. */
    shrinkingShare: 0.2,
    shrinkingLeast: 20,
    secondLookMinutes: 60,
    /** The Deutscher Wetterdienst renews its warnings every 5 minutes; older than this, they are shown as stale. */
    weatherStaleMinutes: 30,
  },

  /** A place counts as a built-up area within so many km × √(inhabitants / 1000) (design, section 4). */
  builtUpAreas: { kmAtThousandInhabitants: 0.35, mostKm: 12 },

  hotspots: {
    /** The last complete years that are looked at. */
    years: 5,
    /** Accidents this close to each other belong together. */
    builtUpRadiusMetres: 50,
    openRoadRadiusMetres: 150,
    leastAccidents: 3,
    /** Of an accident with people killed or seriously injured, and of one with slightly injured (feeds, section 4). */
    severeWeight: 5,
    slightWeight: 2,
    /** Over all years; a Land with fewer years needs as much less. */
    leastScore: 15,
    leastSevere: 3,
  },

  ownPois: {
    /** Read together for the map's tiles: a step that nobody else waits for. */
    readTogether: 2_000,
    /** Kept for the map's tiles, of all users who looked lately, about 100 bytes each; and for so long. */
    keptForTiles: 500_000,
    keptMinutes: 10,
    /** Files in an archive that a user imports: our own for Garmin has one for each kind and speed. */
    archiveEntries: 500,
    /** Unpacked size of all its files, and of a single one, which is unpacked in one go. */
    archiveBytes: 40_000_000,
    archivedFileBytes: 20_000_000,
  },

  /** When two sources name the same thing: so near to each other, and not in different directions. */
  sameThing: {
    camerasMetres: { sameLimit: 100, unknownLimit: 60, otherLimitOrKind: 40 },
    mobileCameraMetres: 250,
    hazardMetres: 200,
    trafficJamMetres: 1000,
    roadworkMetres: 300,
    directionDegrees: 45,
  },
} as const
