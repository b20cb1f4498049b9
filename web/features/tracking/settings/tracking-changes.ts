import type { QueryClient } from '@tanstack/react-query'
import { consents, type TrackingPurpose } from '#contract/consents/consents.ts'
import type { TrackingMode, TrackingState } from '#contract/tracking/tracking.ts'
import { settingsKey } from './settings-query.ts'
import { trackingTexts } from '../texts.ts'
import type { TrackingDoor } from '../tracking-door.ts'
import type { Task } from '#web/api/queries/task.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { renewFromPositions } from '#web/api/queries/renew-positions.ts'
import { serverMessageOf } from '#web/api/calls/server-message.ts'
import type { DeviceChoice } from '#web/shared/devices/device-choice.ts'
import { counted } from '#web/texts/formats.ts'

export type TrackingChange =
  | { action: 'enable'; mode: TrackingMode | null }
  | { action: 'disable' }
  | { action: 'consent'; consentGiven: boolean; purposes: readonly TrackingPurpose[] }
  /** Consent to a new text, while tracking goes on. */
  | { action: 'renew'; purposes: readonly TrackingPurpose[] }
  /** @param purposes null: all. */
  | { action: 'withdraw'; deletePositions: boolean; purposes: readonly TrackingPurpose[] | null }

/** A change that is wanted, and under which choice of its device. */
export interface WantedChange {
  choice: DeviceChoice
  change: TrackingChange
}

interface Changed {
  state: TrackingState
  /** The message to the user. */
  message: string | null
}

interface Surroundings {
  client: QueryClient
  /** Whether no other device was chosen since. */
  isLast(choice: DeviceChoice): boolean
  onStart(): void
  /** Called when nothing of the device is shown on the map any more. */
  onEmptied(): void
  say(message: string): void
}

/**
 * A change of the tracking. Its answer is shown at once; then the settings are fetched again, because a change that failed may
 * have been made, if only its answer was lost.
 */
export function changeOf(door: TrackingDoor, surroundings: Surroundings): Task<WantedChange, Changed> {
  const { client, isLast, onStart, onEmptied, say } = surroundings
  const look = (deviceId: string) => void client.invalidateQueries({ queryKey: settingsKey(deviceId) })
  return {
    run: ({ choice, change }) => doChange(door, choice.deviceId, change),
    onStart({ choice }) {
      onStart()
      void client.cancelQueries({ queryKey: settingsKey(choice.deviceId) })
    },
    onSuccess({ state, message }, { choice, change }) {
      const { action } = change
      const key = settingsKey(choice.deviceId)
      if (client.getQueryState(key) !== undefined) client.setQueryData(key, state)
      look(choice.deviceId)
      // A deleted position is no longer the last position, nor the dossier's oldest.
      if (action === 'withdraw') renewFromPositions(client)
      if (change.action !== 'enable' && change.action !== 'disable') {
        void client.invalidateQueries({ queryKey: [consents.list.path] })
      }
      if (!isLast(choice)) return
      const isErased = change.action === 'withdraw' && change.deletePositions
      if (isErased || (!state.trackingEnabled && (action === 'disable' || action === 'withdraw'))) onEmptied()
      if (message !== null) say(message)
    },
    onError(problem, { choice, change: { action } }) {
      if (isLast(choice)) say(failureInWords(problem, action))
      // A user who is signed out by now requests nothing more.
      if (problem.status !== 401) look(choice.deviceId)
    },
  }
}

async function doChange(door: TrackingDoor, deviceId: string, change: TrackingChange): Promise<Changed> {
  switch (change.action) {
    case 'enable':
      return { state: await door.enable(deviceId, change.mode), message: trackingTexts.enabled }
    case 'disable':
      return { state: await door.disable(deviceId), message: trackingTexts.disabled }
    case 'consent':
      return { state: await door.consent(deviceId, change.consentGiven, change.purposes), message: null }
    case 'renew':
      return { state: await door.consent(deviceId, true, change.purposes), message: trackingTexts.renewed }
    case 'withdraw': {
      const { deletePositions, purposes } = change
      const { deleted, ...state } = await door.withdraw(deviceId, deletePositions, purposes)
      const { withdrawn, partlyWithdrawn, deletedToo } = trackingTexts
      const said = state.trackingEnabled ? partlyWithdrawn : withdrawn
      const [one, many] = trackingTexts.positions
      return { state, message: deletePositions ? `${said} ${deletedToo(counted(deleted, one, many))}` : said }
    }
  }
}

const failureTexts: Record<TrackingChange['action'], string> = {
  enable: trackingTexts.enableFailed,
  disable: trackingTexts.disableFailed,
  consent: trackingTexts.consentFailed,
  renew: trackingTexts.consentFailed,
  withdraw: trackingTexts.withdrawFailed,
}

/** For the consent, only the demo and a new text say why it failed: the specification has one sentence for all other failures. */
function failureInWords(problem: unknown, action: TrackingChange['action']): string {
  const speaks =
    action !== 'consent' || isCallProblem(problem, 'DEMO_READ_ONLY') || isCallProblem(problem, 'CONSENT_TEXT_CHANGED')
  return (speaks ? serverMessageOf(problem) : null) ?? failureTexts[action]
}
