import { devicesLimits } from '#contract/devices/devices-limits.ts'
import type { UsageType } from '#contract/devices/devices.ts'
import { dayMinutes, dayMs, hourMinutes, hourMs, minuteMs } from '#contract/base/time-units.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { StateChange } from '#domain/dossier/dossier.ts'
import { type DemoFix, demoOuting, demoRide, demoRideGoingOn, demoTheft, parkedOn, thenParked } from './demo-rides.ts'

export interface DemoDevice {
  id: string
  imei: string
  model: string
  name: string
  usageType: UsageType
  brand: string
  vehicle: string
  plate: string
  /** Minutes since its last sign of life. */
  silentMinutes: number
  /**
   * Percent, and whether it has external power; `cut`: since some hours before its last sign of life, `never`: it has no
   * such cable.
   */
  supply: { percent: number; power: 'connected' | 'cut' | 'never' }
  /** Null: without a licence. */
  licence: { type: 'START' | 'PREMIUM' | 'ENTERPRISE' | 'STANDARD'; daysLeft: number } | null
  tracking: TrackingMode | null
  fixes: (now: Date) => DemoFix[]
  /** With its alarm paused. */
  isRidden?: true
  /** Of one that is online: its fixes after those known, as long as somebody looks. */
  goesOn?: (builtAt: Date, since: Date, until: Date) => DemoFix[]
  /** What its owner has reported to the police; absent if nothing happened. */
  dossier?: (now: Date) => DemoDossier
}

export interface DemoDossier {
  /** When its alarm was raised. */
  movedAt: Date
  /** Oldest first. */
  changes: StateChange[]
  colour: string
  frameNumber: string
  lastSeenPlace: string
  lastSeenAt: Date
  caseReference: string
  policeStation: string
  ownerName: string
  ownerPhone: string
  ownershipProof: string
}

/** One device each: online and parked with its alarm armed, silent, unlicensed, and ridden with a licence about to end. */
export const demoDevices: readonly DemoDevice[] = [
  {
    id: 'demo-device-1',
    imei: '990000000000011',
    model: 'Wegwarte Lotse 2',
    name: 'Reiseenduro',
    usageType: 'MOTORRAD',
    brand: 'BMW',
    vehicle: 'R 1250 GS',
    plate: 'KA-WW 125',
    silentMinutes: 1,
    supply: { percent: 96, power: 'connected' },
    licence: { type: 'PREMIUM', daysLeft: 214 },
    tracking: 'BOTH',
    fixes: demoStanding,
    goesOn: (builtAt, since, until) =>
      demoStanding(builtAt)
        .slice(-1)
        .flatMap((last) => parkedOn({ ...last, recordedAt: since }, until)),
  },
  {
    id: 'demo-device-2',
    imei: '990000000000029',
    model: 'Wegwarte Spur',
    name: 'Roadster in der Garage',
    usageType: 'MOTORRAD',
    brand: 'Triumph',
    vehicle: 'Bonneville T100',
    plate: 'KA-WW 900',
    silentMinutes: 3 * dayMinutes,
    supply: { percent: 11, power: 'cut' },
    licence: { type: 'STANDARD', daysLeft: 96 },
    tracking: 'THEFT',
    fixes: demoTheft,
    dossier: demoDossier,
  },
  {
    id: 'demo-device-3',
    imei: '990000000000037',
    model: 'Wegwarte Lotse 2',
    name: 'Familienauto',
    usageType: 'AUTO',
    brand: 'Škoda',
    vehicle: 'Octavia Combi',
    plate: 'KA-WW 44',
    silentMinutes: 45,
    supply: { percent: 82, power: 'connected' },
    licence: null,
    tracking: null,
    fixes: () => [],
  },
  {
    id: 'demo-device-4',
    imei: '990000000000045',
    model: 'Wegwarte Spur',
    name: 'Roller',
    usageType: 'MOTORRAD',
    brand: 'Vespa',
    vehicle: 'GTS 300',
    plate: 'KA-WW 7',
    silentMinutes: 2,
    supply: { percent: 17, power: 'never' },
    licence: { type: 'START', daysLeft: 12 },
    tracking: 'BOTH',
    fixes: demoRide,
    isRidden: true,
    goesOn: demoRideGoingOn,
  },
]

/** Those that are online: they report again for as long as somebody looks at the demo. */
export const liveDemoDevices = demoDevices.filter(({ silentMinutes }) => silentMinutes < devicesLimits.onlineMinutes)

/** The id of a device's licence; null: it has none. */
export function demoLicenceId({ id, licence }: DemoDevice): string | null {
  return licence === null ? null : `${id}-licence`
}

/** When tracking was switched on, where it is. */
export function demoTrackedSince(now: Date): Date {
  return new Date(now.getTime() - 90 * dayMs)
}

/** Licences that no device uses yet, so that the demo account has one of each type. */
export const demoFreeLicences = [{ type: 'ENTERPRISE', daysLeft: 300, seats: 5 }] as const

/** Home from an outing three hours ago. */
function demoStanding(now: Date): DemoFix[] {
  return thenParked(demoOuting(new Date(now.getTime() - 3 * hourMs)), new Date(now.getTime() - minuteMs))
}

/** The owner of the stolen one saw the alarm in the morning. */
function demoDossier(now: Date): DemoDossier {
  const lastFix = now.getTime() - 3 * dayMs
  const at = (minutes: number) => new Date(lastFix + minutes * minuteMs)
  return {
    movedAt: at(-37),
    changes: [
      { state: 'SUSPICIOUS', since: at(-38), setAt: at(230) },
      { state: 'STOLEN', since: at(240), setAt: at(240) },
    ],
    colour: 'schwarz und weiß',
    frameNumber: 'SMTDEM00000000900',
    lastSeenPlace: 'Karlsruhe, Tiefgarage am Mühlburger Tor',
    lastSeenAt: at(-7 * hourMinutes),
    caseReference: 'Beispiel 123/456',
    policeStation: 'Polizeirevier Beispielstadt',
    ownerName: 'Erika Beispiel',
    // Belongs to nobody: Bundesnetzagentur, „Rufnummern für Medienproduktionen“ (Amtsblatt 7/2021, Mitteilung 148).
    ownerPhone: '030 23125 042',
    ownershipProof: 'Kaufvertrag und Fahrzeugschein liegen beim Halter (Beispiel)',
  }
}
