export type CameraDensity = 'very high' | 'high' | 'normal' | 'low'

/** How many mobile cameras are active, as a percentage of the average (specification, section 9). */
export function cameraDensity(active: number, average: number): { percent: number; density: CameraDensity } {
  const percent = Math.round((active / average) * 100)
  if (percent >= 150) return { percent, density: 'very high' }
  if (percent >= 120) return { percent, density: 'high' }
  return { percent, density: percent >= 80 ? 'normal' : 'low' }
}
