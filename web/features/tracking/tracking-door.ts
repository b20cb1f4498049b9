import type { TrackingPurpose } from '#contract/consents/consents.ts'
import { tracking, type TrackingMode, type TrackingState } from '#contract/tracking/tracking.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { call } from '#web/api/calls/call.ts'

/** What is asked of the server. */
export interface TrackingDoor {
  settings(deviceId: string, signal?: AbortSignal): Promise<TrackingState>
  enable(deviceId: string, trackingMode: TrackingMode | null): Promise<TrackingState>
  disable(deviceId: string): Promise<TrackingState>
  consent(deviceId: string, consentGiven: boolean, purposes: readonly TrackingPurpose[]): Promise<TrackingState>
  /** @param purposes null: all. */
  withdraw(
    deviceId: string,
    deletePositions: boolean,
    purposes: readonly TrackingPurpose[] | null,
  ): Promise<TrackingState & { deleted: number }>
}

/** The real one. */
export const trackingDoor: TrackingDoor = {
  settings: (deviceId, signal) => call(tracking.settings, { params: { deviceId } }, signal && { signal }),
  enable: (deviceId, trackingMode) => call(tracking.enable, { body: { deviceId, trackingMode } }),
  disable: (deviceId) => call(tracking.disable, { body: { deviceId } }),
  consent: (deviceId, consentGiven, purposes) => {
    // The texts on the screen are those of this build.
    const shown = purposes.map((purpose) => ({ purpose, version: currentVersion(purpose) }))
    return call(tracking.consent, { body: { deviceId, consentGiven, purposes: shown } })
  },
  withdraw: (deviceId, deletePositions, purposes) => {
    const some = purposes === null ? {} : { purposes: [...purposes] }
    return call(tracking.withdraw, { body: { deviceId, deletePositions, ...some } })
  },
}
