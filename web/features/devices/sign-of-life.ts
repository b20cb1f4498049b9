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

/** Whether a device should be looked after before money is spent on it. */
export function isSilent(device: Reporting, now: Date): boolean {
  const { state } = signOfLife(device, now)
  return state === 'silent' || state === 'never'
}

/** `vor 2 min`, `vor 5 Std.` */
function agoInShort(minutes: number): string {
  if (minutes < 1) return signTexts.now
  return minutes < 60 ? `vor ${minutes} min` : `vor ${Math.floor(minutes / 60)} Std.`
}
