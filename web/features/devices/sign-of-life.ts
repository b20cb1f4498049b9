import type { Device } from '#contract/devices.ts'
import { limits } from '#contract/limits.ts'
import { signTexts } from './texts.ts'

export interface SignOfLife {
  /** `resting`: offline for less than a day, as a parked vehicle is. `silent`: longer. */
  state: 'online' | 'resting' | 'silent' | 'never'
  words: string
  /** What its owner can do about it. */
  advice: string | null
}

type Reporting = Pick<Device, 'isOnline' | 'lastActiveAt'>

/** When a device was last heard of, in words. */
export function signOfLife({ isOnline, lastActiveAt }: Reporting, now: Date): SignOfLife {
  if (lastActiveAt === null) return { state: 'never', words: signTexts.never, advice: signTexts.neverAdvice }
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(lastActiveAt)) / 60_000))
  if (isOnline) return { state: 'online', words: signTexts.online(agoInShort(minutes)), advice: null }
  const hours = Math.floor(minutes / 60)
  if (hours < limits.devices.silentHours) {
    return { state: 'resting', words: signTexts.resting(agoInShort(minutes)), advice: null }
  }
  return { state: 'silent', words: signTexts.silent(Math.floor(hours / 24)), advice: signTexts.silentAdvice }
}

/** Why a device should be looked after before money is spent on it, in a sentence; null where it lives. */
export function silenceOf(device: Reporting & Pick<Device, 'deviceName'>, now: Date): string | null {
  const { state } = signOfLife(device, now)
  if (device.lastActiveAt === null) return signTexts.neverOf(device.deviceName)
  if (state !== 'silent') return null
  return signTexts.silentOf(device.deviceName, Math.floor((now.getTime() - Date.parse(device.lastActiveAt)) / dayMs))
}

const dayMs = 24 * 60 * 60_000

/** `vor 2 min`, `vor 5 Std.` */
function agoInShort(minutes: number): string {
  if (minutes < 1) return signTexts.now
  return minutes < 60 ? `vor ${minutes} min` : `vor ${Math.floor(minutes / 60)} Std.`
}
