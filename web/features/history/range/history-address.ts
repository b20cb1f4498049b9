import * as z from 'zod/mini'
import { deviceId } from '#contract/base/identity.ts'
import { type RangeChoice, rangePresets } from './history-range.ts'

/** What the screen's address says: which device's history, and of when. What is missing or wrong is null. */
export interface HistoryAddress {
  deviceId: string | null
  choice: RangeChoice | null
}

/** Leads to the map of what is found. E-mails and push messages use it (`server/features/alarms/emails/alarm-address.ts`). */
export const mapHash = '#map'

const preset = z.enum(rangePresets)

export function readHistoryAddress(search: URLSearchParams): HistoryAddress {
  const device = deviceId.safeParse(search.get('device'))
  return { deviceId: device.success ? device.data : null, choice: choiceIn(search) }
}

function choiceIn(search: URLSearchParams): RangeChoice | null {
  const named = preset.safeParse(search.get('range'))
  if (named.success) return { preset: named.data }
  const [from, to] = [search.get('from'), search.get('to')]
  return from === null || to === null ? null : { from, to }
}

/** The address that leads here again. A preset stays a preset: yesterday is another day tomorrow. */
export function historyAddress(device: string, choice: RangeChoice | null): Record<string, string> {
  if (choice === null) return { device }
  return 'preset' in choice ? { device, range: choice.preset } : { device, from: choice.from, to: choice.to }
}

/** The same address, but leading to its map. */
export function mapAddress(device: string, choice: RangeChoice): { search: string; hash: string } {
  return { search: new URLSearchParams(historyAddress(device, choice)).toString(), hash: mapHash }
}
