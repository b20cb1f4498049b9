import { hourMinutes, dayMinutes } from '#contract/base/time-units.ts'

export const poiReportsLimits = {
  perHour: 30,
  votesPerHour: 60,
  /** How long a report is shown after it was made or last confirmed. */
  lifetimeMinutes: {
    MobileSpeedCamera: 3 * hourMinutes,
    MobileRedLightControl: 3 * hourMinutes,
    MobileDistanceControl: 3 * hourMinutes,
    SemiStationarySpeedCameras: 3 * dayMinutes,
    TrafficJam: 15,
    Accident: 60,
    TemporaryRoadwork: 12 * hourMinutes,
    LongTermRoadwork: 14 * dayMinutes,
    Obstacle: 60,
    Slippery: 3 * hourMinutes,
    ObstructedView: 60,
    BrokenDownVehicle: 60,
    User: 7 * dayMinutes,
  },
  /** The maximum duration of road works with a known end. */
  roadworkDays: 365,
  /** A second report of the same type this close is a confirmation of the first. */
  samePlaceMetres: 200,
  /** So near a voter is beside it, or around it. */
  nearMetres: 1_000,
  /** A place that errs by no more is where one is: what is reported from there need not be aimed at. */
  hereMetres: 100,
  aroundMetres: 10_000,
  lowestSpeedKmh: 5,
  /** Where our customers ride: Europe with its islands. */
  area: { west: -25, south: 34, east: 45, north: 72 },
  /** Reports that are over are deleted after this, with all votes. */
  forgottenHours: 24,
} as const

/** How much a word about a report weighs (`domain/poi-reports/vote-weight.ts`). A weight of 1 would be beyond doubt. */
export const voteServerLimits = {
  /** By how near the voter was, as they say, or without a word about that. */
  ofNearness: { near: 1, around: 0.25, far: 0.05 },
  ofUntoldNearness: 0.5,
  /** Without a device of one's own, or with one that was registered so short a time ago. */
  ofUnproven: 0.3,
  provenAfterDays: 7,
  /** Nobody ends a report alone. */
  heaviest: 0.7,
  /** Below this a word is weak: it vouches for nobody, is not counted, and keeps no report alive. */
  solid: 0.2,
  /** All weak words of one sense together weigh at most this, however many there are. */
  allWeak: 0.2,
  /** Denials that outweigh the confirmations between them by this end a report. */
  ending: 0.75,
  /** With less behind it, its reporter's word among it, a report is unconfirmed. */
  confirmed: 0.4,
  /** The doubt that is in every report. */
  doubt: 0.5,
  /** A denial within this share of the lifetime says that the word before it was wrong; later, that the thing has gone. */
  contradictingShare: 0.25,
  /** Words about what a source says fade more slowly, and are deleted some time later. */
  doubtHalfLifeDays: 90,
  doubtDays: 180,
} as const
