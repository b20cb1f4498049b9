import { dossiers } from '#contract/dossier.ts'
import {
  type DeletionReceipt,
  type Position,
  type Range,
  tracking,
  type TrackFormat,
  type TrackingMode,
  type TrackingState,
} from '#contract/tracking.ts'
import { inFixOrder } from '#domain/track.ts'
import { call, download } from '#web/api/call.ts'
import { isCallProblem } from '#web/api/call-problem.ts'
import type { Download } from '#web/api/caller.ts'
import { queryClient } from '#web/api/queries.ts'
import { alertUser } from './alert.ts'
import { trackingTexts } from './texts.ts'
import { callHistory } from './history-call.ts'
import {
  afterEvent,
  type Deleted,
  noDevice,
  type Running,
  type Start,
  type TrackingEvent,
  type TrackingScreen,
} from './tracking-screen.ts'
import { counted } from '#web/kit/formats.ts'
import { saveFile } from '#web/kit/save-file.ts'
import { generalErrors, generalTexts } from '#web/texts/general.ts'

/** What the screen asks of the server, and how it speaks to the user. */
export interface TrackingDoor {
  settings(deviceId: string): Promise<TrackingState>
  enable(deviceId: string, trackingMode: TrackingMode | null): Promise<TrackingState>
  disable(deviceId: string): Promise<TrackingState>
  consent(deviceId: string, consentGiven: boolean): Promise<TrackingState>
  withdraw(deviceId: string, deletePositions: boolean): Promise<TrackingState & { deleted: number }>
  deletePositions(deviceId: string, range: Partial<Range>): Promise<DeletionReceipt>
  history(deviceId: string, range: Range): Promise<{ positions: Position[]; truncated: boolean }>
  download(deviceId: string, format: TrackFormat, range: Range): Promise<Download | null>
  save(file: Download): void
  say(message: string): void
}

/** The real one. */
export const trackingDoor: TrackingDoor = {
  settings: (deviceId) => call(tracking.settings, { params: { deviceId } }),
  enable: (deviceId, trackingMode) => call(tracking.enable, { body: { deviceId, trackingMode } }),
  disable: (deviceId) => call(tracking.disable, { body: { deviceId } }),
  consent: (deviceId, consentGiven) => call(tracking.consent, { body: { deviceId, consentGiven } }),
  withdraw: (deviceId, deletePositions) =>
    renewingWhatIsLeft(call(tracking.withdraw, { body: { deviceId, deletePositions } })),
  deletePositions: (deviceId, range) =>
    renewingWhatIsLeft(call(tracking.deleteHistory, { params: { deviceId }, query: range })),
  history: callHistory,
  download: (deviceId, format, range) => download(tracking.export, { params: { deviceId, format }, query: range }),
  save: saveFile,
  say: alertUser,
}

/** What was deleted is not the last position any more, nor the dossier's oldest. */
async function renewingWhatIsLeft<Reply>(change: Promise<Reply>): Promise<Reply> {
  const reply = await change
  for (const { path } of [tracking.latest, dossiers.show]) void queryClient.invalidateQueries({ queryKey: [path] })
  return reply
}

export type TrackingController = ReturnType<typeof createTrackingController>

/** Holds the screen's state and does what the user asks for: the rules are `afterEvent`'s, the words are `texts.ts`'s. */
export function createTrackingController(door: TrackingDoor) {
  let screen = noDevice
  /** Counts looks at the settings, choices and changes: what was asked for before the last of them may be outdated. */
  let turn = 0
  /** Choices of a device: what was begun under an earlier one is not under way here any more. */
  let choices = 0
  const listeners = new Set<() => void>()

  /** Whether the event changed anything: what the rules ignore is not done either. */
  const apply = (event: TrackingEvent): boolean => {
    const next = afterEvent(screen, event)
    if (next === screen) return false
    screen = next
    for (const listener of listeners) listener()
    return true
  }

  /**
   * Asks the server how the device is recorded: somebody may have changed it elsewhere, or a licence ended. While something
   * is under way here nothing is asked, for its end asks itself. Returns whether it is known now.
   */
  const look = async (): Promise<boolean> => {
    const { deviceId, running } = screen
    if (deviceId === null) return true
    if (running !== null) return false
    const asked = (turn += 1)
    try {
      const state = await door.settings(deviceId)
      if (asked !== turn) return false
      apply({ type: 'settingsLoaded', deviceId, state })
      return true
    } catch {
      if (asked === turn) apply({ type: 'settingsFailed', deviceId })
      return false
    }
  }

  /**
   * Does one thing at a time; afterwards says how it went, unless another device was chosen meanwhile, and looks how it is
   * now: also what failed may have been done, when only its answer was lost.
   */
  const run = async (start: Start, doing: Doing) => {
    const { deviceId } = screen
    const { action } = start
    if (deviceId === null || !apply(start)) return
    turn += 1
    const choice = choices
    const ended = (end: TrackingEvent) => choice === choices && apply(end)
    try {
      const { state, deleted, message } = await doing(deviceId)
      const current = ended({ type: 'succeeded', deviceId, action, state, deleted: deleted ?? false })
      if (current && message !== undefined) door.say(message)
    } catch (error) {
      if (ended({ type: 'failed', deviceId, action })) door.say(messageOf(error, failureTexts[action]))
      // Who is signed out by now asks for nothing more.
      if (isCallProblem(error) && error.status === 401) return
    }
    if (screen.deviceId === deviceId) await look()
  }

  return {
    current: (): TrackingScreen => screen,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    chooseDevice(deviceId: string | null): void {
      if (!apply({ type: 'deviceChosen', deviceId })) return
      choices += 1
      void look()
    },
    clickMode: (mode: TrackingMode): void => void apply({ type: 'modeClicked', mode }),
    selectPosition: (index: number | null): void => void apply({ type: 'positionSelected', index }),

    /** Saves the consent; the look afterwards reloads the settings (specification, section 4). */
    setConsent: (consentGiven: boolean) =>
      run({ type: 'started', action: 'consent', consentGiven }, async (deviceId) => ({
        state: await door.consent(deviceId, consentGiven),
      })),
    enable: () =>
      run({ type: 'started', action: 'enable' }, async (deviceId) => ({
        state: await door.enable(deviceId, screen.mode),
        message: trackingTexts.enabled,
      })),
    disable: () =>
      run({ type: 'started', action: 'disable' }, async (deviceId) => ({
        state: await door.disable(deviceId),
        message: trackingTexts.disabled,
      })),
    withdraw: (deletePositions: boolean) =>
      run({ type: 'started', action: 'withdraw' }, async (deviceId) => {
        const { deleted, ...state } = await door.withdraw(deviceId, deletePositions)
        const message = deletePositions
          ? trackingTexts.withdrawnAndDeleted(positionsOf(deleted))
          : trackingTexts.withdrawn
        return { state, deleted: deletePositions, message }
      }),
    /** Those of a range, or all of them; the receipt stays on the screen. */
    deletePositions: (range: Partial<Range>) =>
      run({ type: 'started', action: 'delete' }, async (deviceId) => {
        const receipt = await door.deletePositions(deviceId, range)
        return { state: null, deleted: receipt, message: trackingTexts.deleted(positionsOf(receipt.deleted)) }
      }),

    /** In silence. */
    renewSettings: look,

    /** Nothing is asked for any more. */
    leaveHistory: (): void => void apply({ type: 'historyLeft' }),

    async search(range: Range): Promise<void> {
      const { deviceId } = screen
      if (deviceId === null || !apply({ type: 'searchStarted', range })) return
      try {
        const { positions, truncated } = await door.history(deviceId, range)
        apply({ type: 'historyLoaded', deviceId, range, positions: inFixOrder(positions), truncated })
      } catch {
        if (apply({ type: 'historyFailed', deviceId, range })) door.say(trackingTexts.historyFailed)
      }
    },

    /**
     * Looks again for what is shown, in silence: what is there stays until something newer has come. Returns whether that is
     * shown now, if a history is; the answer to a search that is under way may be older.
     */
    async renew(range: Range): Promise<boolean> {
      const { deviceId, history } = screen
      if (deviceId === null) return true
      if (history.searching) return false
      if (!history.searched) return true
      try {
        const { positions, truncated } = await door.history(deviceId, range)
        const found = { positions: inFixOrder(positions), truncated }
        return apply({ type: 'historyRenewed', deviceId, instead: history, ...found })
      } catch {
        return false
      }
    },

    async download(format: TrackFormat, range: Range): Promise<void> {
      const { deviceId } = screen
      if (deviceId === null) return
      const fileName = trackingTexts.range.formats[format].file
      try {
        const file = await door.download(deviceId, format, range)
        if (file !== null) door.save(file)
        door.say(file === null ? trackingTexts.fileEmpty : trackingTexts.fileSaved(fileName))
      } catch (error) {
        const expired = isCallProblem(error) && error.status === 401
        door.say(expired ? generalTexts.sessionExpired : trackingTexts.fileFailed(fileName))
      }
    },
  }
}

type Doing = (deviceId: string) => Promise<{ state: TrackingState | null; deleted?: Deleted; message?: string }>

const failureTexts: Record<Running, { text: string; serverSpeaks: boolean }> = {
  enable: { text: trackingTexts.enableFailed, serverSpeaks: true },
  disable: { text: trackingTexts.disableFailed, serverSpeaks: true },
  consent: { text: trackingTexts.consentFailed, serverSpeaks: false },
  withdraw: { text: trackingTexts.withdrawFailed, serverSpeaks: true },
  delete: { text: trackingTexts.deleteFailed, serverSpeaks: true },
}

const browsersWords: ReadonlySet<string> = new Set(Object.values(generalErrors))

/** The server's own words where it understood and refused; else what could not be done. */
function messageOf(error: unknown, { text, serverSpeaks }: { text: string; serverSpeaks: boolean }): string {
  // Also with a code that only a newer server knows; what the browser says of an answer without words is none.
  const refused = isCallProblem(error) && error.status >= 400 && error.status < 500 && !browsersWords.has(error.message)
  const speaks = serverSpeaks || isCallProblem(error, 'DEMO_READ_ONLY')
  return speaks && refused ? error.message : text
}

function positionsOf(count: number): string {
  const [one, many] = trackingTexts.positions
  return counted(count, one, many)
}
