export const devicesLimits = {
  maxPerUser: 5,
  /** In one call; no operator allows more devices an account (`MAX_DEVICES`). */
  mostInOrder: 100,
  imeiDigits: 15,
  nameLength: 100,
  vehicleLength: 100,
  plateLength: 20,
  notesLength: 1000,
  /** Whole months of a seasonal plate (§ 10 (3) FZV). */
  leastSeasonMonths: 2,
  mostSeasonMonths: 11,
  addedPerHour: 5,
  /** Each is an e-mail to an address that the owner names. */
  offersPerDay: 10,
  /** How long an offer can be accepted. */
  offerDays: 7,
  /** Calls of one device that reports by `reception.reportPosition`. */
  reportsPerMinute: 600,
  /** Online means: a sign of life within this time. */
  onlineMinutes: 15,
  /** Of signs of life that follow each other more closely only the first is recorded. */
  signOfLifeEverySeconds: 10,
  /** Without a sign of life for this long a device is silent: its owner should look after it. */
  silentHours: 24,
  /** Below this a battery is nearly empty; the owner is notified again only after it was charged to the other. */
  lowBatteryPercent: 20,
  chargedBatteryPercent: 40,
  /** The dialogue closes this long after a device was added. */
  closeAfterAddingSeconds: 1.5,
} as const

/** Trackers that are imported in one step: their reports wait meanwhile. */
export const inventoryServerLimits = { importedTogether: 500 } as const
