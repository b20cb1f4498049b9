export const speedUnits = ['knots', 'm/s', 'km/h'] as const
export type SpeedUnit = (typeof speedUnits)[number]

const kmhPer: Record<SpeedUnit, number> = { knots: 1.852, 'm/s': 3.6, 'km/h': 1 }

export function kilometresPerHour(value: number, unit: SpeedUnit): number {
  return value * kmhPer[unit]
}
