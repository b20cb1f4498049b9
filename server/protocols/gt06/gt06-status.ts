import { blockBytes, blockIn, timeBytes, usualLength, wideLength, wideType, wordFlags } from './gt06-block.ts'
import type { Gt06Frame } from './gt06-frames.ts'

const ignitionType = 0x22
/** After time, place and cell: ignition, reason and whether it comes late; in some models an odometer. */
const ignitionBytes = new Set([3, 7])

/** Whether the ignition is on; null if the frame does not say. In some models two flags of its place say it. */
export function ignitionIn(frame: Gt06Frame): boolean | null {
  const { type, content } = frame
  const word = blockIn(frame)?.readUInt16BE(blockBytes - 2) ?? 0
  if (word & wordFlags.saysIgnition) return (word & wordFlags.ignition) !== 0
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

/** Whether a frame of this type ends with a status. @param hasBlock it begins with time and place. */
export function endsWithStatus(type: number, hasBlock: boolean): boolean {
  return cellAlarms.has(type) || (hasBlock && (alarmForms.has(type) || type === lwType))
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
