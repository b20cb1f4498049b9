import type { Report } from '#server/protocols/protocol.ts'
import type { Gt06Status } from './gt06-status.ts'
import { hexOf } from './gt06-unread.ts'

/** In LW models this code differs from all others. */
const lowBatteryOrAcceleration = 0x19

/** The gateway's words for the codes that the theft alarm understands (protocols, section 8), and for some others. */
const wordsOfCodes: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x02, 'powerCut'],
  [0x03, 'vibration'],
  [0x04, 'geofenceEnter'],
  [0x05, 'geofenceExit'],
  [0x06, 'overspeed'],
  [0x09, 'tow'],
  [0x0c, 'tampering'],
  [0x0e, 'lowBattery'],
  [0x0f, 'lowBattery'],
  [0x11, 'powerOff'],
  [0x13, 'tampering'],
  [0x14, 'door'],
  [0x18, 'removing'],
  [lowBatteryOrAcceleration, 'lowBattery'],
  [0x23, 'fall'],
  [0x25, 'tampering'],
  [0x2c, 'accident'],
  [0x30, 'jamming'],
  [0x32, 'tampering'],
])
const wordsOfBits: ReadonlyMap<number, string> = new Map([
  [0b001, 'vibration'],
  [0b010, 'powerCut'],
  [0b011, 'lowBattery'],
  [0b100, 'sos'],
  [0b110, 'geofence'],
  [0b111, 'removing'],
])

/** The other meanings of these codes in LW models: driving style, not tampering. */
const wordsOfLwCodes: ReadonlyMap<number, string> = new Map([
  [0x18, 'accident'],
  [lowBatteryOrAcceleration, 'acceleration'],
])

/**
 * If both are present, the code takes precedence (traccar#3485, #3603). The bits of a heartbeat are no event: every
 * heartbeat repeats the present state.
 */
export function signalsOf(status: Gt06Status): Pick<Report, 'alarm' | 'states' | 'unread'> {
  const { alarmCode } = status
  const word = wordOfBits(status)
  if (alarmCode === null) return { alarm: null, states: word === null ? [] : [word] }
  if (alarmCode === 0) return { alarm: word }
  const alarm = wordOfCode(alarmCode, status)
  return { alarm, ...(alarm === null && { unread: [`alarm 0x${hexOf(alarmCode)}`] }) }
}

/** The same bits also mean a low supply: a tracker that is charging has not lost it. */
function wordOfBits({ alarmBits, charging }: Gt06Status): string | null {
  const word = wordsOfBits.get(alarmBits) ?? null
  return word === 'powerCut' && charging ? null : word
}

/** LW models send frames of the common types, too: harsh acceleration means that the ignition is on. */
function wordOfCode(code: number, { isLw, ignition }: Gt06Status): string | null {
  const isDriving = code === lowBatteryOrAcceleration && ignition
  const ofLw = isLw || isDriving ? wordsOfLwCodes.get(code) : undefined
  return ofLw ?? wordsOfCodes.get(code) ?? null
}
