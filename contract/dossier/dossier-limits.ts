export const dossierLimits = {
  colourLength: 50,
  frameNumberLength: 30,
  lineLength: 200,
  caseReferenceLength: 100,
  vehicleLength: 100,
  plateLength: 20,
  ownerNameLength: 100,
  ownerPhoneLength: 30,
  /** How many changes of state are shown. */
  shownChanges: 20,
  /** How long a theft that was stated can be taken back: so long nothing but the screens follows from it. */
  undoSeconds: 10,
  /** How long a theft that was taken back is remembered: as long as a browser keeps its tap, which may arrive again. */
  undoneDays: 7,
  /** Of where the vehicle stood before a theft, positions of this long belong to it. */
  standMinutes: 10,
  /** How long an alarm suggests suspicion. */
  suggestionHours: 24,
  /** Open links of one device. */
  openLinks: 10,
  linksPerHour: 20,
  /** How long a closed link is remembered, so that its reader learns why it is closed. */
  endedLinkDays: 30,
  /** Requests closer together than this are one visit. */
  visitMinutes: 10,
  /** How often the page of a link asks for changes while somebody looks at it. */
  refreshSeconds: 120,
  opensPerHour: 240,
  documentsPerHour: 20,
  /** Of the track: what the page of the link draws, what the document draws, what its table lists. */
  pageTrackPoints: 2_000,
  sketchPoints: 400,
  listedPositions: 60,
} as const

export const dossierServerLimits = {
  /** Documents that wait until they are printed, one after the other. */
  documentsWaiting: 20,
} as const
