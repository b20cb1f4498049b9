import { defaultScheduler, notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach } from 'vitest'
import { type TrackingPurpose, trackingPurposes } from '#contract/consents/consents.ts'
import type { TrackingState } from '#contract/tracking/tracking.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { settingsQuery } from './settings/settings-query.ts'
import { changeOf, type TrackingChange, type WantedChange } from './settings/tracking-changes.ts'
import type { TrackingDoor } from './tracking-door.ts'
import { CallProblem } from '#web/api/calls/call-problem.ts'
import { watchTask } from '#web/api/queries/task.ts'
import type { DeviceChoice } from '#web/shared/devices/device-choice.ts'

export const network = new CallProblem('NETWORK_ERROR', 'Verbindungsfehler.', 0)
export const enable: TrackingChange = { action: 'enable', mode: 'BOTH' }
export const disable: TrackingChange = { action: 'disable' }
export const consent = (consentGiven: boolean): TrackingChange => ({
  action: 'consent',
  consentGiven,
  purposes: trackingPurposes,
})
export const withdraw = (deletePositions: boolean): TrackingChange => ({
  action: 'withdraw',
  deletePositions,
  purposes: null,
})

/** Consent to some purposes, by the text of today. */
export function consentsTo(given: readonly TrackingPurpose[], at: string | null = null): TrackingState['consents'] {
  return trackingPurposes.map((purpose) =>
    given.includes(purpose)
      ? { purpose, state: 'given', at, version: currentVersion(purpose) }
      : { purpose, state: 'never', at: null, version: null },
  )
}

export function state(trackingEnabled: boolean, consentGiven: boolean): TrackingState {
  return {
    trackingEnabled,
    licenceEndedAt: null,
    settings: { trackingMode: trackingEnabled ? 'BOTH' : null, consentGiven, consentTimestamp: null },
    consents: consentsTo(consentGiven ? trackingPurposes : []),
    renewConsentBy: null,
  }
}

/** Lets the given answers arrive. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))

const closing: (() => void)[] = []

/** For a file of tests: closes after each test what it opened, and makes changes visible without a wait. */
export function closeScreensAfterEach(): void {
  beforeEach(() => notifyManager.setScheduler(queueMicrotask))
  afterEach(() => {
    for (const close of closing.splice(0)) close()
    notifyManager.setScheduler(defaultScheduler)
  })
}

/**
 * The queries and changes of the screen, with a server that accepts everything unless it is told otherwise; and all requests
 * to the server and messages to the user.
 */
export function screenWith(differences: Partial<TrackingDoor> = {}) {
  const asked: string[] = []
  const said: string[] = []
  const emptied: string[] = []
  let stored = state(false, false)
  const door: TrackingDoor = {
    settings: async () => stored,
    enable: async (deviceId, mode) => {
      asked.push(`enable ${deviceId} ${mode}`)
      return (stored = state(true, true))
    },
    disable: async () => (stored = state(false, true)),
    consent: async (_, given) => (stored = state(false, given)),
    withdraw: async () => ({ ...(stored = state(false, false)), deleted: 7 }),
    ...differences,
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let choice: DeviceChoice = { deviceId: 'a' }
  const task = changeOf(door, {
    client,
    isLast: (one) => one === choice,
    onStart: () => undefined,
    onEmptied: () => void emptied.push(choice.deviceId),
    say: (message) => void said.push(message),
  })
  const change = watchTask<WantedChange, unknown>()
  const running = () => {
    const { isPending, variables } = change.current()
    return isPending && variables?.choice === choice ? variables.change.action : null
  }
  const options = () => settingsQuery(door, choice.deviceId, running() === null)
  const settings = new QueryObserver<TrackingState, CallProblem>(client, options())
  const follow = () => settings.setOptions(options())
  closing.push(
    settings.subscribe(() => undefined),
    change.subscribe(follow),
    () => client.clear(),
  )
  return {
    asked,
    said,
    emptied,
    running,
    known: () => settings.getCurrentResult().data,
    hasFailed: () => settings.getCurrentResult().isError,
    /** Chooses as another component would, which knows nothing of earlier changes. */
    choose(deviceId: string) {
      choice = { deviceId }
      change.reset()
      follow()
    },
    start: async (wanted: TrackingChange) => {
      await change.start(task, { choice, change: wanted }).catch(() => undefined)
      await settled()
    },
    renew: () => client.invalidateQueries({ queryKey: settings.options.queryKey }),
  }
}

/** With a consent that is already given. */
export async function readyToEnable(differences: Partial<TrackingDoor> = {}) {
  const screen = screenWith(differences)
  await settled()
  await screen.start(consent(true))
  return screen
}
