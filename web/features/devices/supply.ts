import { devicesLimits } from '#contract/devices/devices-limits.ts'
import type { Device } from '#contract/devices/devices.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { type KnownSupply, isPowered, isRunningLow } from '#domain/devices/device-health.ts'
import { formatDayTime, formatNumber } from '#web/texts/formats.ts'
import { supplyTexts as texts } from './texts.ts'

/** One thing to know of a device's supply. */
export interface SupplyState {
  state: 'powered' | 'resting' | 'low' | 'cut'
  words: string
  /** What else is known, or what its owner can do. */
  advice: string | null
}

type Supplied = Pick<Device, 'battery' | 'externalPower'>

/** A device's battery and power in words, the urgent first; empty if its tracker never reported them. */
export function supplyInWords({ battery, externalPower }: Supplied, now: Date): SupplyState[] {
  return [...cutInWords(externalPower), ...batteryInWords(battery, externalPower, now)]
}

/** Only power that was there can be cut: a tracker that has always run on its battery is fine. */
function cutInWords(power: Supplied['externalPower']): SupplyState[] {
  if (power === null || power.connected || power.since === null) return []
  return [{ state: 'cut', words: texts.cut(formatDayTime(power.since)), advice: texts.cutAdvice }]
}

function batteryInWords(battery: Supplied['battery'], power: Supplied['externalPower'], now: Date): SupplyState[] {
  const health = suppliedHealth(battery, power)
  const powered = isPowered(health)
  const source = power === null ? null : powered ? texts.powered : texts.onBattery
  if (battery === null) {
    const isTold = power !== null && (powered || power.since === null)
    return isTold && source !== null ? [{ state: powered ? 'powered' : 'resting', words: source, advice: null }] : []
  }
  const level = levelOf(battery)
  const isOld = now.getTime() - Date.parse(battery.at) >= devicesLimits.silentHours * hourMs
  const when = isOld ? texts.reportedAt(formatDayTime(battery.at)) : null
  if (isRunningLow(health)) {
    return [{ state: 'low', words: texts.low, advice: joined([texts.left(level), when]) }]
  }
  const words = isOld ? texts.lastLevel(level) : texts.level(level)
  return [{ state: powered ? 'powered' : 'resting', words, advice: joined([source, when]) }]
}

function suppliedHealth(battery: Supplied['battery'], power: Supplied['externalPower']): KnownSupply {
  return {
    battery: battery && { ...battery, at: new Date(battery.at) },
    power: power && {
      external: power.connected,
      at: new Date(power.at),
      since: power.since === null ? null : new Date(power.since),
    },
  }
}

/** `78 %`, `3,9 V` */
function levelOf({ percent, volts }: NonNullable<Supplied['battery']>): string {
  if (percent !== null) return `${formatNumber(percent)} %`
  return `${formatNumber(volts ?? 0, 1, true)} V`
}

function joined(parts: readonly (string | null)[]): string | null {
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? null : said.join(' · ')
}
