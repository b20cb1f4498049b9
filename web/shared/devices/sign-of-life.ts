import { devicesLimits } from '#contract/devices/devices-limits.ts'
import type { Device } from '#contract/devices/devices.ts'
import { minuteMs, dayMs } from '#contract/base/time-units.ts'

export interface SignOfLife {
  /** `resting`: offline for less than a day, as a parked vehicle is. `silent`: longer. */
  state: 'online' | 'resting' | 'silent' | 'never'
  words: string
  /** What its owner can do about it. */
  advice: string | null
}

type Reporting = Pick<Device, 'isOnline' | 'lastActiveAt'>

/** When a device last reported, in words. */
export function signOfLife({ isOnline, lastActiveAt }: Reporting, now: Date): SignOfLife {
  if (lastActiveAt === null) return { state: 'never', words: texts.never, advice: texts.neverAdvice }
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(lastActiveAt)) / minuteMs))
  if (isOnline) return { state: 'online', words: texts.online(agoInShort(minutes)), advice: null }
  const hours = Math.floor(minutes / 60)
  if (hours < devicesLimits.silentHours) {
    return { state: 'resting', words: texts.resting(agoInShort(minutes)), advice: null }
  }
  return { state: 'silent', words: texts.silent(Math.floor(hours / 24)), advice: texts.silentAdvice }
}

/** Why a device should be checked before money is spent on it, in a sentence; null if it reports. */
export function silenceOf(device: Reporting & Pick<Device, 'deviceName'>, now: Date): string | null {
  const { state } = signOfLife(device, now)
  if (device.lastActiveAt === null) return texts.neverOf(device.deviceName)
  if (state !== 'silent') return null
  return texts.silentOf(device.deviceName, Math.floor((now.getTime() - Date.parse(device.lastActiveAt)) / dayMs))
}

/** `vor 2 min`, `vor 5 Std.` */
function agoInShort(minutes: number): string {
  if (minutes < 1) return texts.now
  return minutes < 60 ? `vor ${minutes} min` : `vor ${Math.floor(minutes / 60)} Std.`
}

const texts = {
  now: 'gerade eben',
  online: (ago: string) => `Online · ${ago}`,
  resting: (ago: string) => `Offline · zuletzt ${ago}`,
  silent: (days: number) => `Meldet sich seit ${days} ${days === 1 ? 'Tag' : 'Tagen'} nicht`,
  never: 'Hat sich noch nie gemeldet',
  silentOf: (name: string, days: number) => `„${name}“ meldet sich seit ${days} ${days === 1 ? 'Tag' : 'Tagen'} nicht.`,
  neverOf: (name: string) => `„${name}“ hat sich noch nie gemeldet.`,
  silentAdvice: 'Prüfen Sie Stromversorgung und Mobilfunkempfang des Geräts.',
  neverAdvice: 'Schließen Sie es an: Es meldet sich von selbst.',
} as const
