import { type TrackingPurpose, trackingPurposes } from '#contract/consents/consents.ts'
import type { TrackingMode, TrackingState } from '#contract/tracking/tracking.ts'

/** The mode that serves just these purposes; null where there is none. */
export function modeOf(wanted: readonly TrackingPurpose[]): TrackingMode | null {
  const [theft, movement] = [wanted.includes('theft-alarm'), wanted.includes('movement-profile')]
  if (theft) return movement ? 'BOTH' : 'THEFT'
  return movement ? 'MOVEMENT' : null
}

/** In their own order, whichever was chosen first. */
export function withOrWithout(some: readonly TrackingPurpose[], one: TrackingPurpose, on: boolean): TrackingPurpose[] {
  return trackingPurposes.filter((purpose) => (purpose === one ? on : some.includes(purpose)))
}

/** What has not been consented to yet, in its present text: a consent is recorded once, also where switching on then failed. */
export function withoutConsent(
  wanted: readonly TrackingPurpose[],
  consents: readonly Pick<TrackingState['consents'][number], 'purpose' | 'state'>[],
): TrackingPurpose[] {
  return wanted.filter((wish) => !consents.some(({ purpose, state }) => purpose === wish && state === 'given'))
}
