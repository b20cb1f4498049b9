import type { Gt06Frame } from './gt06-frames.ts'
import { isNoFix } from '#domain/trackers/no-fix.ts'
import type { Fix } from '#domain/trackers/report.ts'
import type { Report } from '#server/protocols/protocol.ts'

/** Time, satellites and place. */
const blockBytes = 18

/** Types whose content begins with the block of time and place (protocols, section 4.3). */
const located = new Set([
  0x10, 0x11, 0x12, 0x16, 0x17, 0x1a, 0x1e, 0x22, 0x24, 0x25, 0x26, 0x27, 0x2d, 0x31, 0x32, 0x36, 0x37, 0x38, 0x61,
  0xa0, 0xa2, 0xa4,
])
/**
 * What some models write before time and place, by type: their IMEI, which begins at this byte, and perhaps more. `QH302R`
 * writes the IMEI alone, `XT40` a flag, the IMEI and another time.
 */
const prefixes: ReadonlyMap<number, { imeiAt: number; bytes: number }> = new Map([
  [0x12, { imeiAt: 0, bytes: 8 }],
  [0x61, { imeiAt: 0, bytes: 8 }],
  [0x22, { imeiAt: 1, bytes: 15 }],
  [0x25, { imeiAt: 1, bytes: 15 }],
])
/** Fifteen digits, one in each half of a byte: the time that is there in other models contains no such number. */
const imeiPattern = /^0\d{15}$/
const timeBytes = 7
const shiftedType = 0x34
const moduleType = 0x70
/** The same types also contain lists of cells, without a place. */
const cellListTypes: ReadonlySet<number> = new Set([0x24, 0xa2])
const wideType = 0x32
/** The long form of its type writes the length of the block and the satellites in two bytes. */
const wideLength = 0x0c
/** Some models write 8, 13 or 15. */
const usualLength = 0x0c

/** Where and when the tracker was; null if the frame does not say, or not readably. */
export function fixIn({ type, content }: Gt06Frame): Fix | null {
  if (type === moduleType) return fixOfModules(content)
  if (type === shiftedType) return fixOf(readTime(content, 4), content.subarray(11))
  if (type === wideType && content[6] === wideLength) return fixOf(readTime(content, 0), content.subarray(8))
  if (!located.has(type)) return null
  const block = blockIn({ type, content })
  return block === null ? null : fixOf(readTime(block, 0), block.subarray(timeBytes))
}

/** From the time on; null if there is no block of time and place where the type has it. */
function blockIn({ type, content }: Pick<Gt06Frame, 'type' | 'content'>): Buffer | null {
  if (!located.has(type)) return null
  const { imeiAt, bytes } = prefixes.get(type) ?? { imeiAt: 0, bytes: 0 }
  const isPrefixed = bytes > 0 && imeiPattern.test(content.toString('hex', imeiAt, imeiAt + 8))
  const block = isPrefixed ? content.subarray(bytes) : content
  return isBlock(type, block) ? block : null
}

/** Types of which nothing but a status, or nothing at all, is read: cells, networks, texts, addresses and the like. */
const withoutBlock: ReadonlySet<number> = new Set([
  0x13, 0x15, 0x17, 0x18, 0x19, 0x21, 0x23, 0x24, 0x28, 0x2a, 0x2c, 0x2e, 0x32, 0x34, 0x36, 0x69, 0x70, 0x8a, 0x94,
  0xa2, 0xa5,
])

/**
 * What of a frame nobody reads, by its own words: a type that is not known, the block of a type that has one, or the status of
 * an alarm whose bytes do not add up.
 */
export function unreadIn(frame: Gt06Frame): string[] {
  const { type } = frame
  const hasBlock = blockIn(frame) !== null
  if (!hasBlock && !withoutBlock.has(type)) return [`type 0x${hexOf(type)}`]
  const hasStatus = cellAlarms.has(type) || (hasBlock && (alarmForms.has(type) || type === lwType))
  return hasStatus && statusIn(frame) === null ? [`status 0x${hexOf(type)}`] : []
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** Begins with a date and contains the length of the rest of the block. */
function isBlock(type: number, bytes: Buffer): boolean {
  if (bytes.length < blockBytes || readTime(bytes, 0) === null) return false
  const length = bytes.readUInt8(6) >> 4
  // In a list of cells the network is in its place, and its highest bit can be set.
  return cellListTypes.has(type) ? length === usualLength : length >= 8
}

/** Binary, not BCD. Null if it is no date. */
function readTime(content: Buffer, at: number): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = content.subarray(at, at + 6)
  const time = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second))
  const isDate = year < 100 && month >= 1 && time.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second < 60
  return isDate ? time : null
}

const placeBytes = 11
const unitsPerDegree = 1_800_000
const flags = { course: 0x3ff, north: 0x400, west: 0x800, valid: 0x1000, saysIgnition: 0x4000, ignition: 0x8000 }

/** @param place latitude, longitude, speed and the word with course and flags. */
function fixOf(recordedAt: Date | null, place: Buffer, altitude: number | null = null): Fix | null {
  if (recordedAt === null || place.length < placeBytes) return null
  const word = place.readUInt16BE(9)
  const latitude = (place.readUInt32BE(0) / unitsPerDegree) * (word & flags.north ? 1 : -1)
  const longitude = (place.readUInt32BE(4) / unitsPerDegree) * (word & flags.west ? -1 : 1)
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !isNoFix({ latitude, longitude })
  if (!isPlace) return null
  const course = word & flags.course
  return {
    latitude,
    longitude,
    recordedAt,
    clock: 'tracker',
    accuracy: null,
    altitude,
    speed: { value: place.readUInt8(8), unit: 'km/h', assumed: false },
    course: course <= 360 ? course : null,
    flag: word & flags.valid ? null : 'LAST_KNOWN',
  }
}

const placeModule = 0x33
const placeModuleBytes = 18

/**
 * Type 0x70 contains modules, each with its number and length. One of them is the place, with the time as epoch seconds.
 */
function fixOfModules(content: Buffer): Fix | null {
  for (const { number, data } of modulesOf(content)) {
    if (number !== placeModule || data.length !== placeModuleBytes) continue
    return fixOf(new Date(data.readUInt32BE(0) * 1000), data.subarray(7), data.readInt16BE(5))
  }
  return null
}

function* modulesOf(content: Buffer): Generator<{ number: number; data: Buffer }> {
  for (let at = 0; at + 4 <= content.length; at += 4 + content.readUInt16BE(at + 2)) {
    const data = content.subarray(at + 4, at + 4 + content.readUInt16BE(at + 2))
    yield { number: content.readUInt16BE(at), data }
  }
}

const ignitionType = 0x22
/** After time, place and cell: ignition, reason and whether it comes late; in some models an odometer. */
const ignitionBytes = new Set([3, 7])

/** Whether the ignition is on; null if the frame does not say. In some models two flags of its place say it. */
export function ignitionIn(frame: Gt06Frame): boolean | null {
  const { type, content } = frame
  const word = blockIn(frame)?.readUInt16BE(blockBytes - 2) ?? 0
  if (word & flags.saysIgnition) return (word & flags.ignition) !== 0
  const status = statusIn(frame)
  if (status !== null) return status.ignition
  const ignitionAt = blockBytes + cellBytes + longerBy(content, blockBytes)
  if (type !== ignitionType || !ignitionBytes.has(content.length - ignitionAt)) return null
  const said = content.readUInt8(ignitionAt)
  return said > 1 ? null : said === 1
}

/** What a heartbeat or an alarm says about the device (protocols, sections 4.4 and 4.5). */
export interface Gt06Status {
  battery: number | null
  charging: boolean
  ignition: boolean
  /** Bits 3 to 5 of the terminal's word. */
  alarmBits: number
  /** Null in a heartbeat. */
  alarmCode: number | null
  /** It comes in a form that only LW models use, whose codes differ. */
  isLw: boolean
}

const heartbeats = new Set([0x13, 0x23, 0x36])
/** Country, network, area and cell, if the network has one byte; in 4G, area and cell are longer. */
const cellBytes = 8
const cellBytesOf4g = 15
const usualCells = [cellBytes, cellBytesOf4g]
/** Captured in models without a fence: a cell of four bytes, and one after a network of two that its country does not show. */
const otherCells = [9, 10]
/** What is in a frame that ends with a status after time, place and cell. */
interface AlarmForm {
  /** How long a cell can be, if its country shows no network of two bytes. */
  cells: readonly number[]
  /** How many bytes can come after the status. */
  after: readonly number[]
}
const alarmForms: ReadonlyMap<number, AlarmForm> = new Map([
  // Captured: an odometer and more after the status.
  [0x16, { cells: [...usualCells, ...otherCells], after: [0, 8] }],
  [0x26, { cells: [...usualCells, ...otherCells], after: [0] }],
  // The number of a fence is last.
  [0x27, { cells: usualCells, after: [0, 1] }],
  [0xa4, { cells: usualCells, after: [0, 1] }],
  [wideType, { cells: [...usualCells, ...otherCells], after: [0] }],
])
/** Place, cell, status, odometer, hours, IMEI and inputs, if the network has one byte. */
const lwType = 0xa2
const lwBytes = 59
/** Their status follows a cell of this length, if its network has one byte; nothing else is before or after it. */
const cellAlarms = new Map([
  [0x19, cellBytes],
  [0xa5, cellBytesOf4g],
])
/** Terminal, voltage, GSM, and alarm and language, or the two bytes that replace both in a heartbeat. */
const statusBytes = 5

/** By how much the cell that begins here is longer: the highest bit of its country shows a network of two bytes. */
function longerBy(content: Buffer, at: number): number {
  return (content[at] ?? 0) >= 0x80 ? 1 : 0
}

export function statusIn({ type, content }: Gt06Frame): Gt06Status | null {
  if (type === lwType) return lwStatusIn(content)
  // Longer ones come from models that write other things in this place.
  if (heartbeats.has(type)) return content.length === statusBytes ? statusAt(content, 0, false) : null
  // The long form has other content after its place, and may have no place.
  if (type === wideType && (content[6] ?? 0) <= wideLength) return null
  const at = cellAlarmStatusStart({ type, content }) ?? alarmStatusStart({ type, content })
  return at === null ? null : statusAt(content, at, true)
}

function cellAlarmStatusStart({ type, content }: Pick<Gt06Frame, 'type' | 'content'>): number | null {
  const bytes = cellAlarms.get(type)
  if (bytes === undefined) return null
  const at = bytes + longerBy(content, 0)
  return content.length === at + statusBytes ? at : null
}

/**
 * After the length of the cell, which counts itself in some devices and not in others, and the cell. Null unless every byte has
 * its place: one byte off, the language would be an alarm. No length and cell fit one frame in two ways.
 */
function alarmStatusStart({ type, content }: Pick<Gt06Frame, 'type' | 'content'>): number | null {
  const form = alarmForms.get(type)
  const said = content[blockBytes]
  if (form === undefined || said === undefined) return null
  const cellAt = blockBytes + 1
  if (said === 0 && content.length === cellAt + statusBytes) return cellAt
  // Without a length, this is the first byte of the country.
  if (said < cellBytes && content.length === blockBytes + cellBytes + statusBytes) return blockBytes + cellBytes
  const longer = longerBy(content, cellAt)
  const known = longer === 0 ? form.cells : usualCells.map((bytes) => bytes + longer)
  const isWhole = (bytes: number) => form.after.includes(content.length - (cellAt + bytes + statusBytes))
  const found = known.find((bytes) => (said === bytes || said === bytes + 1) && isWhole(bytes))
  return found === undefined ? null : cellAt + found
}

/** After the cell and the kind of its network: terminal, supply in two bytes, battery, GSM and alarm. */
function lwStatusIn(content: Buffer): Gt06Status | null {
  const longer = longerBy(content, blockBytes)
  const isCellList = (content[timeBytes - 1] ?? 0) >> 4 !== usualLength
  if (isCellList || content.length !== lwBytes + longer) return null
  const at = blockBytes + cellBytesOf4g + longer + 1
  const withoutSupply = Buffer.concat([content.subarray(at, at + 1), content.subarray(at + 3)])
  return { ...statusAt(withoutSupply, 0, true), isLw: true }
}

const highestVoltageLevel = 6

function statusAt(content: Buffer, at: number, hasCode: boolean): Gt06Status {
  const terminal = content.readUInt8(at)
  const voltage = content.readUInt8(at + 1)
  const percent = voltage <= highestVoltageLevel ? Math.round((voltage / highestVoltageLevel) * 100) : voltage
  return {
    battery: percent <= 100 ? percent : null,
    charging: (terminal & 0x04) !== 0,
    ignition: (terminal & 0x02) !== 0,
    alarmBits: (terminal >> 3) & 7,
    alarmCode: hasCode ? content.readUInt8(at + 3) : null,
    isLw: false,
  }
}

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

const moduleInputs = 0x2a
const moduleEvent = 0x2b
/** Events of type 0x70; 0x12, a low supply, is no power cut. */
const wordsOfModuleEvents: ReadonlyMap<number, string> = new Map([
  [0x11, 'lowBattery'],
  [0x13, 'powerCut'],
  [0x14, 'removing'],
])

/** What type 0x70 signals: an event, and a contact of its housing, which every frame repeats as long as it is open. */
export function moduleSignalsIn({ type, content }: Gt06Frame): Partial<Pick<Report, 'alarm' | 'states'>> {
  if (type !== moduleType) return {}
  const event = moduleIn(content, moduleEvent)
  const inputs = moduleIn(content, moduleInputs)
  return {
    ...(event === null ? {} : { alarm: wordsOfModuleEvents.get(event) ?? null }),
    ...(inputs === null ? {} : { states: inputs >> 4 === 0 ? [] : ['tampering'] }),
  }
}

/** The first byte of a module; null if there is none. */
function moduleIn(content: Buffer, wanted: number): number | null {
  for (const { number, data } of modulesOf(content)) {
    if (number === wanted && data.length > 0) return data.readUInt8(0)
  }
  return null
}
