import { hourMinutes, dayMinutes } from './time-units.ts'

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
  /** This many denials, one after the other and without a confirmation between them, end a report. */
  endingDenials: 2,
  lowestSpeedKmh: 5,
  /** Where our customers ride: Europe with its islands. */
  area: { west: -25, south: 34, east: 45, north: 72 },
  /** Reports that are over are deleted after this, with all votes. */
  forgottenHours: 24,
} as const
