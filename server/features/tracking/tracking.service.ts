import type { ConsentActor, TrackingPurpose } from '#contract/consents/consents.ts'
import { trackingPurposes } from '#contract/consents/consents.ts'
import type { TrackingMode, TrackingState } from '#contract/tracking/tracking.ts'
import { type ConsentEntry, lastAbout, stateOfPurpose } from '#domain/consents/consents.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import {
  consentedAt,
  dueRenewal,
  isConsented,
  modeFor,
  purposesConsented,
  purposesInForce,
  purposesOf,
  purposesToRenew,
  renewBy,
} from '#domain/tracking/tracking-consent.ts'
import { activeMode, mayChangeConsent, startTracking } from '#domain/tracking/tracking.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { SaidOfTracking, TrackedDevice, TrackingChoice, TrackingStore } from './tracking.store.ts'
import { Problem } from '#server/http/problem.ts'

export type TrackingService = ReturnType<typeof createTrackingService>

/** A purpose whose text was shown, in this version. */
interface ShownPurpose {
  purpose: TrackingPurpose
  version: number
}

/** What a device's owner decides about its recording. */
export function createTrackingService({
  store,
  positions,
  clock,
}: {
  store: TrackingStore
  positions: Pick<PositionsStore, 'noteDeletion' | 'remove'>
  clock: Clock
}) {
  /** @throws {Problem} NOT_FOUND where it was removed meanwhile. */
  const deviceOf = async (deviceId: string): Promise<TrackedDevice> => {
    const device = await store.device(deviceId, clock.now())
    if (device === null) throw new Problem('NOT_FOUND')
    return device
  }

  const change = async (
    deviceId: string,
    choose: (device: TrackedDevice) => Partial<TrackingChoice>,
  ): Promise<TrackingState> => {
    const changed = await store.change(deviceId, clock.now(), (device) => {
      const { enabled, mode } = device.tracking
      return { enabled, mode, said: [], asks: false, ...choose(device) }
    })
    if (changed === null) throw new Problem('NOT_FOUND')
    return stateOf(changed)
  }

  /** @param shown absent: the purposes of the mode. */
  const consent = async (deviceId: string, given: boolean, shown?: readonly ShownPurpose[]): Promise<TrackingState> => {
    if (given && shown?.some(({ purpose, version }) => version !== currentVersion(purpose)) === true) {
      throw new Problem('CONSENT_TEXT_CHANGED')
    }
    return change(deviceId, (device) => {
      const chosen = shown?.map(({ purpose }) => purpose)
      const { mode } = device.tracking
      if (!mayChangeConsent(device.tracking)) {
        const renewed = mode === null ? [] : among(purposesToRenew(device.consents, mode), chosen)
        // Tracking goes on while the owner is asked about the new text.
        if (!given || renewed.length === 0) throw new Problem('TRACKING_ACTIVE')
        return { said: givings(device.consents, renewed) }
      }
      if (!given) return { enabled: false, said: withdrawals(device.consents, chosen ?? trackingPurposes, 'owner') }
      return { said: givings(device.consents, chosen ?? (mode === null ? trackingPurposes : purposesOf(mode))) }
    })
  }

  return {
    state: async (deviceId: string): Promise<TrackingState> => stateOf(await deviceOf(deviceId)),

    enable: (deviceId: string, wanted: TrackingMode | null): Promise<TrackingState> =>
      change(deviceId, ({ tracking, consents }) => {
        const start = startTracking(tracking, purposesConsented(consents), wanted)
        if ('problem' in start) throw new Problem(start.problem)
        return { enabled: true, mode: start.mode }
      }),

    disable: (deviceId: string): Promise<TrackingState> => change(deviceId, () => ({ enabled: false })),

    consent,

    /** For several devices: refused before anything changes, if one of them may not be changed now. */
    async consentForAll(deviceIds: readonly string[], given: boolean): Promise<void> {
      for (const deviceId of deviceIds) {
        const { tracking } = await deviceOf(deviceId)
        if (!mayChangeConsent(tracking)) throw new Problem('TRACKING_ACTIVE')
      }
      for (const deviceId of deviceIds) await consent(deviceId, given)
    },

    /**
     * At any time and in one step (GDPR, article 7 (3)). Recording goes on for the purposes that are left.
     * @param purposes absent: all.
     */
    async withdraw(deviceId: string, deletePositions: boolean, purposes?: readonly TrackingPurpose[]) {
      const state = await change(deviceId, (device) => withdrawal(device, purposes ?? trackingPurposes, 'owner'))
      if (!deletePositions) return { ...state, deleted: 0 }
      const now = clock.now()
      await positions.noteDeletion(deviceId, now, now)
      const { count } = await positions.remove(deviceId, { start: null, end: null })
      return { ...state, deleted: count }
    },

    /** Asks for consent to a new text, or ends what was not consented to in time. What is stored stays. */
    async renew(deviceId: string): Promise<void> {
      const now = clock.now()
      await store.change(deviceId, now, (device) => {
        const { enabled, mode } = device.tracking
        const unchanged = { enabled, mode, said: [], asks: false }
        const running = activeMode(device.tracking)
        if (running === null) return unchanged
        const due = dueRenewal(device.consents, running, device.consentAskedAt, now)
        if (due === 'ask') return { ...unchanged, asks: true }
        if (due !== 'end') return unchanged
        return { ...unchanged, ...withdrawal(device, purposesToRenew(device.consents, running), 'product') }
      })
    },
  }
}

function withdrawal(
  { tracking, consents }: TrackedDevice,
  purposes: readonly TrackingPurpose[],
  actor: ConsentActor,
): Pick<TrackingChoice, 'enabled' | 'mode' | 'said'> {
  const running = activeMode(tracking)
  const left = running === null ? null : modeFor(purposesOf(running).filter((purpose) => !purposes.includes(purpose)))
  return { enabled: left !== null, mode: left ?? tracking.mode, said: withdrawals(consents, purposes, actor) }
}

/** Only what was not said already. */
function givings(consents: readonly ConsentEntry[], purposes: readonly TrackingPurpose[]): SaidOfTracking[] {
  return trackingPurposes
    .filter((purpose) => purposes.includes(purpose) && stateOfPurpose(consents, purpose) !== 'given')
    .map((purpose) => ({ purpose, version: currentVersion(purpose), given: true, actor: 'owner' }))
}

/** Only of what is in force, and each of the text that it was given to. */
function withdrawals(
  consents: readonly ConsentEntry[],
  purposes: readonly TrackingPurpose[],
  actor: ConsentActor,
): SaidOfTracking[] {
  return trackingPurposes.flatMap((purpose) => {
    const last = lastAbout(consents, purpose)
    if (!purposes.includes(purpose) || last?.given !== true) return []
    return [{ purpose, version: last.version, given: false, actor }]
  })
}

/** @param chosen absent: all. */
function among(purposes: readonly TrackingPurpose[], chosen: readonly TrackingPurpose[] | undefined) {
  return purposes.filter((purpose) => chosen === undefined || chosen.includes(purpose))
}

function stateOf({ tracking, consents, consentAskedAt, licenceEndedAt }: TrackedDevice): TrackingState {
  const running = activeMode(tracking)
  // What runs goes on while a new text is asked about; what is off starts only with consent to that text.
  const consented = running === null ? purposesConsented(consents) : purposesInForce(consents)
  const consentGiven = isConsented(consented, tracking.mode)
  const shown = tracking.mode === null ? consented : purposesOf(tracking.mode)
  const isAsked = running !== null && purposesToRenew(consents, running).length > 0
  return {
    trackingEnabled: running !== null,
    licenceEndedAt: licenceEndedAt?.toISOString() ?? null,
    settings: {
      trackingMode: tracking.mode,
      consentGiven,
      consentTimestamp: consentGiven ? (consentedAt(consents, shown)?.toISOString() ?? null) : null,
    },
    consents: trackingPurposes.map((purpose) => {
      const last = lastAbout(consents, purpose)
      return {
        purpose,
        state: stateOfPurpose(consents, purpose),
        at: last === undefined ? null : last.at.toISOString(),
        version: last?.version ?? null,
      }
    }),
    renewConsentBy: isAsked && consentAskedAt !== null ? renewBy(consentAskedAt).toISOString() : null,
  }
}
