/** Every number with a meaning, once, with its unit in the name (specification, section 9; design, section 4). */
export const limits = {
  app: { version: '1.0.0', timeZone: 'Europe/Berlin', routeHistoryLength: 10 },

  http: {
    requestTimeoutMs: 10_000,
    retries: 3,
    bodyBytes: 1_000_000,
    /** What a tracker may send at once (protocols, section 0.9). */
    trackerBodyBytes: 65_536,
    uploadBytes: 5_000_000,
    uploadsPerHour: 30,
    /** 5 MB over a mobile network. */
    fileTimeoutMs: 120_000,
    /** The longer side of a kept picture. */
    uploadPixels: 1600,
    /** A small file can unpack to more than the memory holds: before it is drawn anew, a picture has at most so many. */
    uploadMegapixels: 24,
    chunkLoadTimeoutMs: 120_000,
  },

  /** Of one user (or of a network, where nobody has signed in) to one endpoint: far more than any screen makes. */
  calls: {
    readsPerMinute: 600,
    changesPerMinute: 300,
    /** What makes or reads a whole file. */
    filesPerMinute: 30,
    /**
     * Answers of one endpoint that are under way: whoever reads slowly makes us hold the longest line there is, 100,000
     * positions of about 280 bytes, for each.
     */
    longAnswersAtOnce: 6,
    /** Whose calls are remembered; the longest silent are forgotten first. */
    rememberedCallers: 50_000,
  },

  account: {
    emailLength: 254,
    passwordMinLength: 6,
    passwordMaxLength: 255,
    emailTokenHours: 24,
    passwordResetTokenHours: 2,
    sessionDays: 90,
    /** However much it is used, a session ends so long after signing in. */
    longestSessionDays: 365,
    /** A network counts as its owner's for so long after the last sign-in. */
    knownNetworkDays: 90,
    emailChangesPerDay: 5,
    contactMessagesPerHour: 5,
    contactMessageLength: 5000,
    resendCooldownSeconds: 60,
    resendMessageSeconds: 5,
    registrationsPerHour: 20,
    loginFailures: 10,
    loginWindowMinutes: 15,
    loginFailuresPerAccountPerHour: 30,
    loginFailuresPerNetworkPerHour: 100,
    loginFailuresPerMinute: 60,
    imeiAttemptsPerHour: 5,
    imeiAttemptsPerEmailPerHour: 20,
    imeiAttemptsPerAddressPerHour: 20,
    /** Sessions of the demo account from one network. */
    demoSessionsPerMinute: 60,
    /** Mailed links that are opened from one network. */
    linksPerMinute: 60,
    redirectAfterRegisterSeconds: 3,
    redirectAfterEmailSeconds: 3,
    redirectAfterImeiSeconds: 5,
    /** The dialogues for e-mail and password close so long after they succeeded. */
    closeAfterChangeSeconds: 2,
  },

  devices: {
    maxPerUser: 5,
    imeiDigits: 15,
    nameLength: 100,
    vehicleLength: 100,
    plateLength: 20,
    notesLength: 1000,
    addedPerHour: 5,
    /** Each is an e-mail to an address that its owner names. */
    offersPerDay: 10,
    /** A device that is offered to somebody can be accepted so long. */
    offerDays: 7,
    /** Calls of one device that reports by `devices.reportPosition`. */
    reportsPerMinute: 600,
    /** Online means: a sign of life within this time. */
    onlineMinutes: 15,
    /** Of signs of life that follow each other more closely only the first is written down. */
    signOfLifeEverySeconds: 10,
    /** Without a sign of life for this long a device is silent: its owner should look after it. */
    silentHours: 24,
    /** Below it a battery is nearly empty; its owner is told again only after it was charged to the other. */
    lowBatteryPercent: 20,
    chargedBatteryPercent: 40,
    /** The dialogue closes so long after a device was added. */
    closeAfterAddingSeconds: 1.5,
  },

  licences: {
    startDays: 365,
    expiringDays: 30,
    /** A key has 80 random bits; this only keeps a program from trying all day. */
    activationsPerHour: 20,
  },

  tracking: {
    retentionDays: 14,
    defaultRangeHours: 24,
    /** A fix further ahead than this is not believed. */
    futureSkewSeconds: 120,
    /** Zones differ from UTC by whole or half hours, and are ahead of it by this at most: Kiribati. */
    zoneStepMinutes: 30,
    furthestZoneMinutes: 14 * 60,
    backlogFixes: 1_000,
    historyPageRows: 5_000,
    /** A pause in the track longer than this starts a new segment. */
    segmentGapMinutes: 10,
    startZoom: 13,
    lineWidth: 3,
  },

  alarms: {
    /** Letters about positions: at most one in so long, and so many in a day of Europe/Berlin (design, section 4). */
    everyMinutes: 15,
    perDay: 20,
    /**
     * A fix that tells no accuracy is taken to be this exact, for among houses a parked receiver drifts by dozens of metres; a
     * vehicle that moved less than the least has not moved.
     */
    unknownAccuracyMetres: 50,
    leastMetres: 25,
    /**
     * What the tracker itself signals is told at once; the same signal again only after so long, and so often a day. A
     * vibration is told no more often than movement: a knock is none yet.
     */
    sameSignalMinutes: 5,
    /** One that comes after newer reports: the same state can stand in every packet of a long backlog. */
    sameLateSignalMinutes: 60,
    sameSignalPerDay: 20,
    /** A pause by the clock. */
    shortPauseHours: 1,
    longPauseHours: 8,
    /** „Ich fahre“ ends when the vehicle has stood for so long, when it did not set off, and at the latest. */
    parkedMinutes: 10,
    setOffMinutes: 60,
    longestRideHours: 24,
    /** Without a sign of life for so long a guarded tracker's owner is told; who also records rides is told later. */
    silentMinutesTheft: 180,
    silentMinutesBoth: 360,
    /** Where nobody looked for silent trackers for so long, the product was away, or its database: nobody was heard. */
    deafMinutes: 15,
    testsPerHour: 5,
    /** How many alarms the log shows. */
    shown: 50,
    /** A letter that was not taken is tried again every minute, for so many hours in all. */
    letterRetryHours: 6,
    /** A letter that was begun so long ago, and of which nothing was heard since, is tried again, too. */
    letterLostMinutes: 5,
    /** A worker begins no further letter after so long: jobs are given up after 5 minutes, and the next one goes on. */
    letterRunMinutes: 2,
  },

  events: {
    /** Of one user, in tabs that are shown. */
    streamsPerUser: 10,
    /** Streams that one user opens anew: after each change of the network, and with each tab. */
    streamsPerMinute: 120,
    retrySeconds: 60,
    heartbeatSeconds: 25,
    /** News of so long are told together. */
    togetherMs: 1_000,
  },
  push: { perUser: 10, subscriptionsPerHour: 30, sentTogether: 10 },

  map: {
    /** The middle of Karlsruhe. */
    centre: { latitude: 49.0069, longitude: 8.4037 },
    startZoom: 13,
    allPoisZoom: 10,
    ownPositionZoom: 12,
    maxZoom: 19,
    /** From this zoom on every marker stands alone. */
    singleMarkersFromZoom: 14,
    clusterRadiusFar: { belowZoom: 10, px: 100 },
    clusterRadiusMiddle: { belowZoom: 12, px: 60 },
    clusterRadiusNear: { px: 40 },
    /** Diameter of a cluster that stands for more than so many POIs. */
    clusterSizes: [
      { moreThan: 0, px: 25 },
      { moreThan: 10, px: 30 },
      { moreThan: 50, px: 35 },
      { moreThan: 100, px: 40 },
    ],
    clusterZoomStep: 2,
    clusterMaxZoom: 18,
    refreshSeconds: 60,
    /** POIs that the list beside the map shows at first, and more each time. */
    listedPois: 25,
    warningMarkersFromZoom: 8,
    radiiKm: [2, 5, 10, 25, 50, 100],
    /** Steps along one side of a vector tile: below a tenth of a pixel. */
    tileExtent: 4096,
    /** Encoded tiles that are kept for the next who asks. */
    keptTileBytes: 32_000_000,
    /** A smaller tile is sent as it is: compressing it would save less than a packet. */
    compressedTileBytes: 1_000,
    /** Numbered positions closer than this on the screen would hide each other: the size of a finger's target. */
    readableSpacingPx: 44,
  },

  movement: {
    /** Slower than this is standing, pushing or a fix that drifts. */
    ridingKmh: 5,
    /** Steps shorter than this are not measured: below it a parked vehicle's fixes wander. */
    stepMetres: 25,
    /** Standing at least this long during a trip is a pause: more than a traffic light. */
    pauseMinutes: 5,
    /** A silence that ends no further than this from where it began was a stop, not a gap in the data. */
    samePlaceMetres: 200,
    /** Faster than this no vehicle on a road is: the fix is doubted. */
    possibleKmh: 350,
    /** A fix beside the way is doubted from so many metres of detour on, there and back, within so many seconds each. */
    detourMetres: 800,
    detourSeconds: 120,
    /** And only where the vehicle would have been so much faster, both ways, than just before and after. */
    detourSpeedFactor: 1.2,
    /** A silence up to this during a ride belongs to it: a tunnel, a dead spot. */
    bridgedGapMinutes: 30,
  },

  pois: {
    /** How far around a place POIs may be asked for, and how far when nothing is said. */
    nearbyRadiusMetres: 200_000,
    nearbyDefaultRadiusMetres: 25_000,
    pageSize: 500,
    defaultPageSize: 100,
    /** A source that was not heard of for so many of its turns is shown as stale. */
    staleAfterTurns: 3,
    /** Read together for the map and for the list of all. */
    readTogether: 500,
    /** How often it is looked whether POIs have changed or expired. */
    lookForChangesMs: 1_000,
    /** What changes within this time is published together. */
    publishTogetherMs: 300,
    /** The first POIs after a start are waited for so long; then the answer is 503. */
    firstPublicationMs: 5_000,
    firstPublicationRetrySeconds: 2,
    /** A limit above this is a typing mistake in the source. */
    highestSpeedKmh: 200,
  },

  poiReports: {
    perHour: 30,
    votesPerHour: 60,
    /** How long a report is shown after it was made or confirmed last. */
    lifetimeMinutes: {
      MobileSpeedCamera: 3 * 60,
      MobileRedLightControl: 3 * 60,
      MobileDistanceControl: 3 * 60,
      SemiStationarySpeedCameras: 3 * 24 * 60,
      TrafficJam: 15,
      Accident: 60,
      TemporaryRoadwork: 12 * 60,
      LongTermRoadwork: 14 * 24 * 60,
      Obstacle: 60,
      Slippery: 3 * 60,
      ObstructedView: 60,
      BrokenDownVehicle: 60,
      User: 7 * 24 * 60,
    },
    /** Road works whose end is known may last so long. */
    roadworkDays: 365,
    /** A second report of the same type this close is a confirmation of the first. */
    samePlaceMetres: 200,
    /** So many who say it is gone, one after the other and without a confirmation between them, end it. */
    endingDenials: 2,
    lowestSpeedKmh: 5,
    /** Where people ride who buy here: Europe with its islands. */
    area: { west: -25, south: 34, east: 45, north: 72 },
    /** Reports that are over are erased after this, with all votes. */
    forgottenHours: 24,
  },

  places: { found: 8, queryLength: 100 },

  routeCheck: {
    /** A file of a navigation device; a week's recording second by second has less. */
    fileBytes: 10_000_000,
    /** What one call takes, and what the browser sends of a longer line: the bends that matter most. */
    points: 20_000,
    sentPoints: 5_000,
    /** Each piece that lies apart is looked up by itself. */
    pieces: 1_000,
    lengthKm: 5_000,
    /** To each side of the line. */
    corridorMetres: 100,
    leastCorridorMetres: 20,
    mostCorridorMetres: 2_000,
    /** Places of one answer, the first along the route. */
    items: 2_000,
    /** Points of a line that are further apart than this leave out the road between them. */
    sparseMetres: 2_000,
    /** Of one user: each may keep the server busy for a while. */
    perMinute: 20,
  },

  ownPois: {
    most: 50_000,
    filesPerHour: 30,
    nameLength: 200,
    commentLength: 1_000,
    pageSize: 1_000,
    /** How many lines are named for each reason to leave something out. */
    namedLines: 10,
    /** Rows that are written before others get their turn. */
    batch: 500,
    /** An import that was cut off by the end of its process is forgotten after this. */
    importMinutes: 10,
  },

  /** How early a warning may come: so many metres or seconds before the place. */
  warnings: { leastMetres: 50, mostMetres: 5000, leastSeconds: 5, mostSeconds: 120 },
} as const
