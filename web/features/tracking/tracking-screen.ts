import type { Instant } from '#contract/place.ts'
import type { DeletionReceipt, Position, Range, TrackingMode, TrackingState } from '#contract/tracking.ts'

/** What is under way. Only one thing at a time changes the tracking of a device. */
export type Running = 'enable' | 'disable' | 'consent' | 'withdraw' | 'delete'

export interface TrackingHistory {
  /** Whether history was asked for since the device was chosen. */
  searched: boolean
  searching: boolean
  /** What was asked for last: only its answer is shown. */
  asked: Range | null
  /** What the positions were found for: another one (by identity) at each search, the same while news are added. */
  answered: Range | null
  positions: readonly Position[]
  /** The range holds more positions than were sent. */
  truncated: boolean
  /** Index of the position whose popup is open. */
  selected: number | null
}

export interface TrackingScreen {
  deviceId: string | null
  /** `failed`: the settings are as good as empty (specification, section 4). */
  settings: 'none' | 'loading' | 'known' | 'failed'
  trackingEnabled: boolean
  /** Since when it is off because the licence ended. */
  licenceEndedAt: Instant | null
  mode: TrackingMode | null
  /** As the server told it last. */
  consentGiven: boolean
  consentTimestamp: Instant | null
  /** What the consent is being changed to; null while it is not. */
  consentWanted: boolean | null
  running: Running | null
  /** Of what was deleted last, until something else is begun. */
  receipt: DeletionReceipt | null
  history: TrackingHistory
}

export type TrackingEvent =
  | { type: 'deviceChosen'; deviceId: string | null }
  | { type: 'settingsLoaded'; deviceId: string; state: TrackingState }
  | { type: 'settingsFailed'; deviceId: string }
  | { type: 'modeClicked'; mode: TrackingMode }
  | Start
  | { type: 'succeeded'; deviceId: string; action: Running; state: TrackingState | null; deleted?: Deleted }
  | { type: 'failed'; deviceId: string; action: Running }
  | { type: 'searchStarted'; range: Range }
  | {
      type: 'historyLoaded'
      deviceId: string
      range: Range
      positions: readonly Position[]
      truncated: boolean
    }
  | { type: 'historyFailed'; deviceId: string; range: Range }
  | {
      type: 'historyRenewed'
      deviceId: string
      /** What was shown when it was asked for. */
      instead: TrackingHistory
      positions: readonly Position[]
      truncated: boolean
    }
  | { type: 'historyLeft' }
  | { type: 'positionSelected'; index: number | null }

/** What somebody asks for here; of the consent also what it is to be. */
export type Start =
  | { type: 'started'; action: Exclude<Running, 'consent'> }
  | { type: 'started'; action: 'consent'; consentGiven: boolean }

/** Whether positions were deleted, and what of it is to be shown. */
export type Deleted = boolean | DeletionReceipt

const noHistory: TrackingHistory = {
  searched: false,
  searching: false,
  asked: null,
  answered: null,
  positions: [],
  truncated: false,
  selected: null,
}

const noSettings = {
  trackingEnabled: false,
  licenceEndedAt: null,
  mode: null,
  consentGiven: false,
  consentTimestamp: null,
}

/** Before a device is chosen. */
export const noDevice: TrackingScreen = {
  deviceId: null,
  settings: 'none',
  ...noSettings,
  consentWanted: null,
  running: null,
  receipt: null,
  history: noHistory,
}

/**
 * The screen after an event. The very same object comes back when the event changes nothing: a click while something else
 * runs, an answer about a device that is no longer the chosen one, a change of what is locked.
 */
export function afterEvent(screen: TrackingScreen, event: TrackingEvent): TrackingScreen {
  if ('deviceId' in event && event.type !== 'deviceChosen' && event.deviceId !== screen.deviceId) return screen
  switch (event.type) {
    case 'deviceChosen':
      if (event.deviceId === screen.deviceId) return screen
      return { ...noDevice, deviceId: event.deviceId, settings: event.deviceId === null ? 'none' : 'loading' }
    case 'settingsLoaded':
      return afterLook(screen, event.state)
    case 'settingsFailed':
      // What was told last is not undone by a look that failed.
      return screen.settings === 'known' ? screen : { ...screen, settings: 'failed' }
    case 'modeClicked':
      return isLocked(screen) ? screen : { ...screen, mode: screen.mode === event.mode ? null : event.mode }
    case 'started':
      return afterStart(screen, event)
    case 'succeeded':
      return afterSuccess(screen, event)
    case 'failed':
      return afterFailure(screen, event.action)
    case 'searchStarted':
      if (screen.deviceId === null || isAwaited(screen, event.range)) return screen
      // What was found before stays until the answer comes, so that going from day to day does not flicker.
      return { ...screen, history: { ...screen.history, searching: true, asked: event.range } }
    case 'historyLoaded':
      // Whoever switched tracking off or deleted everything meanwhile does not want to see it again.
      if (!isAwaited(screen, event.range)) return screen
      return { ...screen, history: { ...renewed(screen.history, event), answered: event.range } }
    case 'historyFailed':
      return isAwaited(screen, event.range) ? { ...screen, history: noHistory } : screen
    case 'historyRenewed':
      return isSameHistory(event.instead, screen.history)
        ? { ...screen, history: renewed(screen.history, event) }
        : screen
    case 'historyLeft':
      return screen.history === noHistory ? screen : { ...screen, history: noHistory }
    case 'positionSelected':
      return { ...screen, history: { ...screen.history, selected: event.index } }
  }
}

/** Whether nothing but the selection has changed between. */
function isSameHistory(one: TrackingHistory, other: TrackingHistory): boolean {
  return one.positions === other.positions && one.searched === other.searched && one.searching === other.searching
}

/** The open popup stays at its position, wherever that is now; where that is gone, so is the popup. */
function renewed(
  { positions: before, selected, asked, answered }: TrackingHistory,
  { positions, truncated }: Pick<TrackingHistory, 'positions' | 'truncated'>,
): TrackingHistory {
  const open = selected === null ? undefined : before[selected]
  const index = positions.findIndex(({ recordedAt }) => recordedAt === open?.recordedAt)
  const all = { ...noHistory, asked, answered, searched: true, truncated }
  if (open === undefined || index === -1) return { ...all, positions }
  return { ...all, positions: positions.with(index, open), selected: index }
}

/** What somebody does here goes before what is told of elsewhere; so does a mode that was chosen and not stored yet. */
function afterLook(screen: TrackingScreen, state: TrackingState): TrackingScreen {
  if (screen.running !== null) return screen
  const told = settingsOf(state)
  const chosen = screen.settings === 'known' ? screen.mode : (screen.mode ?? told.mode)
  return { ...screen, settings: 'known', ...told, mode: told.trackingEnabled ? told.mode : chosen }
}

/** Whether the consent's box is ticked: at once where it is clicked, and as it is stored where that failed. */
export function isConsentTicked({ consentWanted, consentGiven }: TrackingScreen): boolean {
  return consentWanted ?? consentGiven
}

/** Mode and consent are locked while tracking is on, and while anything is under way. */
export function isLocked(screen: TrackingScreen): boolean {
  return screen.deviceId === null || screen.settings === 'loading' || screen.trackingEnabled || screen.running !== null
}

/** What is still missing before tracking can be switched on; null when nothing is. */
export function missingForEnabling(screen: TrackingScreen): 'device' | 'consent' | 'mode' | null {
  if (screen.deviceId === null) return 'device'
  if (!screen.consentGiven) return 'consent'
  return screen.mode === null ? 'mode' : null
}

/** The movement profile belongs to every mode but the one against theft (specification, section 2). */
export function showsMovement(screen: TrackingScreen): boolean {
  return screen.mode !== 'THEFT'
}

/** The theft alarm belongs to every mode but the one for rides. */
export function raisesAlarms(screen: TrackingScreen): boolean {
  return screen.mode === 'THEFT' || screen.mode === 'BOTH'
}

function isAwaited({ history: { searching, asked } }: TrackingScreen, { start, end }: Range): boolean {
  return searching && asked !== null && asked.start === start && asked.end === end
}

function afterStart(screen: TrackingScreen, start: Start): TrackingScreen {
  if (!mayStart(screen, start.action)) return screen
  const consentWanted = start.action === 'consent' ? start.consentGiven : null
  return { ...screen, running: start.action, consentWanted, receipt: null }
}

function mayStart(screen: TrackingScreen, action: Running): boolean {
  if (screen.running !== null || screen.deviceId === null) return false
  switch (action) {
    case 'enable':
      return !screen.trackingEnabled && missingForEnabling(screen) === null
    case 'disable':
      return screen.trackingEnabled
    case 'consent':
      return !isLocked(screen)
    case 'withdraw':
    case 'delete':
      return true
  }
}

function afterSuccess(
  screen: TrackingScreen,
  { action, state, deleted = false }: Extract<TrackingEvent, { type: 'succeeded' }>,
): TrackingScreen {
  const known = state === null ? {} : { settings: 'known' as const, ...settingsAfter(screen, action, state) }
  const emptied = action === 'disable' || action === 'withdraw' || deleted !== false
  const receipt = typeof deleted === 'object' ? deleted : null
  return {
    ...screen,
    ...known,
    running: null,
    consentWanted: null,
    receipt,
    history: emptied ? noHistory : screen.history,
  }
}

/** The mode is stored when tracking is enabled. Until then it is the screen's: consent does not bring an old one back. */
function settingsAfter(screen: TrackingScreen, action: Running, state: TrackingState) {
  const settings = settingsOf(state)
  return { ...settings, mode: action === 'consent' ? screen.mode : (settings.mode ?? screen.mode) }
}

function afterFailure(screen: TrackingScreen, action: Running): TrackingScreen {
  return screen.running === action ? { ...screen, running: null, consentWanted: null } : screen
}

function settingsOf({ trackingEnabled, licenceEndedAt, settings }: TrackingState) {
  const { trackingMode, consentGiven, consentTimestamp } = settings
  return { trackingEnabled, licenceEndedAt, mode: trackingMode, consentGiven, consentTimestamp }
}
