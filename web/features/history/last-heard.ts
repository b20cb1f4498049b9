import type { Device } from '#contract/devices.ts'

/** The device whose last sign of life is the newest; the first, if none has ever been heard. */
export function lastHeardOf<Heard extends Pick<Device, 'lastActiveAt'>>(own: readonly [Heard, ...Heard[]]): Heard {
  return own.reduce((last, each) => (heardAt(each) > heardAt(last) ? each : last))
}

function heardAt({ lastActiveAt }: Pick<Device, 'lastActiveAt'>): number {
  return lastActiveAt === null ? -Infinity : Date.parse(lastActiveAt)
}
