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
  type TrackingEvent,
  type TrackingScreen,
} from './tracking-screen.ts'
import { counted } from '#web/kit/formats.ts'
import { saveFile } from '#web/kit/save-file.ts'
import { generalTexts } from '#web/texts/general.ts'

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
  /** Changes of the settings that were begun: what was asked before one of them does not tell of it. */
  let begun = 0
  const listeners = new Set<() => void>()

  /** Whether the event changed anything: what the rules ignore is not done either. */
  const apply = (event: TrackingEvent): boolean => {
    const next = afterEvent(screen, event)
    if (next === screen) return false
    screen = next
    for (const listener of listeners) listener()
    return true
  }

  const loadSettings = async (deviceId: string) => {
    try {
      apply({ type: 'settingsLoaded', deviceId, state: await door.settings(deviceId) })
    } catch {
      apply({ type: 'settingsFailed', deviceId })
    }
  }

  /**
   * Looks again, in silence, how the device is recorded: somebody may have changed it elsewhere, or a licence ended. Returns
   * whether that is known now.
   */
  const renewSettings = async (): Promise<boolean> => {
    const { deviceId } = screen
    const before = begun
    if (deviceId === null || screen.settings !== 'known') return true
    try {
      const state = await door.settings(deviceId)
      if (begun === before) apply({ type: 'settingsRenewed', deviceId, state })
      return true
    } catch {
      return false
    }
  }

  /** Does one thing at a time; afterwards says how it went, unless another device was chosen meanwhile. */
  const run = async (action: Running, doing: Doing, start: { consentGiven?: boolean } = {}) => {
    const { deviceId } = screen
    if (deviceId === null || !apply({ type: 'started', action, ...start })) return
    begun += 1
    try {
      const { state, deleted, message } = await doing(deviceId)
      const current = apply({ type: 'succeeded', deviceId, action, state, deleted: deleted ?? false })
      if (current && message !== undefined) door.say(message)
    } catch (error) {
      if (apply({ type: 'failed', deviceId, action })) door.say(messageOf(error, failureTexts[action]))
      // What does not go together with how it is now was decided by what this screen showed.
      if (isCallProblem(error) && error.status === 409) void renewSettings()
    }
  }

  return {
    current: (): TrackingScreen => screen,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    chooseDevice(deviceId: string | null): void {
      if (apply({ type: 'deviceChosen', deviceId }) && deviceId !== null) void loadSettings(deviceId)
    },
    reloadSettings(): void {
      if (screen.deviceId !== null) void loadSettings(screen.deviceId)
    },
    clickMode: (mode: TrackingMode): void => void apply({ type: 'modeClicked', mode }),
    selectPosition: (index: number | null): void => void apply({ type: 'positionSelected', index }),

    /** Saves the consent and reloads the settings, which say since when it holds. */
    setConsent: (consentGiven: boolean) =>
      run(
        'consent',
        async (deviceId) => {
          await door.consent(deviceId, consentGiven)
          return { state: await door.settings(deviceId) }
        },
        { consentGiven },
      ),
    enable: () =>
      run('enable', async (deviceId) => ({
        state: await door.enable(deviceId, screen.mode),
        message: trackingTexts.enabled,
      })),
    disable: () =>
      run('disable', async (deviceId) => ({ state: await door.disable(deviceId), message: trackingTexts.disabled })),
    withdraw: (deletePositions: boolean) =>
      run('withdraw', async (deviceId) => {
        const { deleted, ...state } = await door.withdraw(deviceId, deletePositions)
        const message = deletePositions
          ? trackingTexts.withdrawnAndDeleted(positionsOf(deleted))
          : trackingTexts.withdrawn
        return { state, deleted: deletePositions, message }
      }),
    /** Those of a range, or all of them; the receipt stays on the screen. */
    deletePositions: (range: Partial<Range>) =>
      run('delete', async (deviceId) => {
        const receipt = await door.deletePositions(deviceId, range)
        return { state: null, deleted: receipt, message: trackingTexts.deleted(positionsOf(receipt.deleted)) }
      }),

    renewSettings,

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

const browsersCodes: ReadonlySet<string> = new Set(['HTTP_ERROR', 'UNKNOWN_ERROR', 'TIMEOUT'])

/** The server's own words where it understood and refused; else what could not be done. */
function messageOf(error: unknown, { text, serverSpeaks }: { text: string; serverSpeaks: boolean }): string {
  // Also with a code that only a newer server knows; what the browser says of an answer without words is none.
  const refused = isCallProblem(error) && error.status >= 400 && error.status < 500 && !browsersCodes.has(error.code)
  return serverSpeaks && refused ? error.message : text
}

function positionsOf(count: number): string {
  const [one, many] = trackingTexts.positions
  return counted(count, one, many)
}
