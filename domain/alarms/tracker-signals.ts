import { helpKinds } from '#contract/alarms/alarms.ts'

export const trackerSignals = [
  ...helpKinds,
  'TOW',
  'POWER_CUT',
  'TAMPER',
  'JAMMING',
  'VIBRATION',
  'LOW_BATTERY',
] as const
export type TrackerSignal = (typeof trackerSignals)[number]

const signalWords: ReadonlyMap<string, TrackerSignal> = new Map([
  ['sos', 'SOS'],
  ['fall', 'FALL'],
  ['falldown', 'FALL'],
  ['accident', 'ACCIDENT'],
  ['tow', 'TOW'],
  ['towing', 'TOW'],
  ['illegalmovement', 'TOW'],
  ['powercut', 'POWER_CUT'],
  ['externalpowercut', 'POWER_CUT'],
  ['tamper', 'TAMPER'],
  ['tampering', 'TAMPER'],
  ['removing', 'TAMPER'],
  ['removal', 'TAMPER'],
  ['dismantled', 'TAMPER'],
  ['jamming', 'JAMMING'],
  ['vibration', 'VIBRATION'],
  ['lowbattery', 'LOW_BATTERY'],
])

/** What a tracker's own word for an alarm means (protocols, section 8); null for anything else. */
export function signalOf(word: string | null): TrackerSignal | null {
  const key = (word ?? '').toLowerCase().replaceAll(/[^a-z]/g, '')
  return signalWords.get(key) ?? null
}
