import type { Report } from '#server/protocols/protocol.ts'
import type { Gt06Frame } from './gt06-frames.ts'

/** Its content is modules, each with its number and length. */
export const moduleType = 0x70

export function* modulesOf(content: Buffer): Generator<{ number: number; data: Buffer }> {
  for (let at = 0; at + 4 <= content.length; at += 4 + content.readUInt16BE(at + 2)) {
    const data = content.subarray(at + 4, at + 4 + content.readUInt16BE(at + 2))
    yield { number: content.readUInt16BE(at), data }
  }
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
