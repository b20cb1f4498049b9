import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { readRecording, type RecordedFix } from './gpx-recording.ts'
import { osmandShapes } from './osmand-client.ts'
import { type SimulatedIdentity, simulatedProtocols, simulatedTracker } from './simulated-trackers.ts'

/** Replays a recorded ride to the running product over the network, as a tracker would report it. */
export const simulate: Command = {
  usage: `--imei IMEI --gpx DATEI.gpx [--protocol ${simulatedProtocols.join('|')}] [--shape query|form|json] [--secret SCHLÜSSEL [--encrypted]] [--speed FAKTOR]`,
  summary: 'Spielt eine GPX-Aufzeichnung als Tracker ab, so verschoben, dass sie jetzt endet.',
  needsDatabase: false,
  async run({ clock, settings, say }, args) {
    const { gpx, speed, ...identity } = readOptions(args)
    const fixes = endingAt(await readFixes(gpx), clock.now())
    const { address, send, close } = simulatedTracker(identity, settings)
    say(`${fixes.length} Positionen an ${address}, ${speed}-fache Geschwindigkeit.`)
    const progress = (sent: number) => say(`${sent} von ${fixes.length} gesendet`)
    await replay(fixes, speed, { send, progress }).finally(close)
    say('Gespeichert ist davon, was das Gerät mit eingeschaltetem Tracking und gültiger Lizenz melden darf.')
    return { sent: fixes.length }
  },
}

interface Options extends SimulatedIdentity {
  gpx: string
  /** A multiple of real speed. */
  speed: number
}

function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const known = {
    imei: text,
    gpx: text,
    protocol: text,
    shape: text,
    secret: text,
    speed: text,
    encrypted: { type: 'boolean' } as const,
  }
  const { values, positionals } = parseWords(args, known)
  const { imei, gpx, secret = null, encrypted: isEncrypted = false, speed = '1' } = values
  if (imei === undefined || gpx === undefined || positionals.length > 0) {
    throw new CommandProblem('Bitte genau --imei IMEI und --gpx DATEI.gpx nennen.')
  }
  const protocol = simulatedProtocols.find((one) => one === (values.protocol ?? 'osmand'))
  if (protocol === undefined) {
    throw new CommandProblem(
      `Das Protokoll ${values.protocol} gibt es hier nicht; es gibt: ${simulatedProtocols.join(', ')}.`,
    )
  }
  if (protocol !== 'osmand' && values.shape !== undefined) throw new CommandProblem('--shape gibt es nur bei osmand.')
  const shape = osmandShapes.find((one) => one === (values.shape ?? 'query'))
  if (shape === undefined) throw new CommandProblem(`--shape ist eines von ${osmandShapes.join(', ')}.`)
  if (!(Number(speed) > 0)) throw new CommandProblem('--speed ist eine Zahl über 0, zum Beispiel 10.')
  const mistake = secretMistake({ protocol, secret, isEncrypted })
  if (mistake !== null) throw new CommandProblem(mistake)
  return { imei, gpx, protocol, shape, secret, isEncrypted, speed: Number(speed) }
}

/** What is wrong with the secret for this protocol; null if nothing is. */
function secretMistake({ protocol, secret, isEncrypted }: Omit<SimulatedIdentity, 'imei' | 'shape'>): string | null {
  const isOwntracks = protocol === 'owntracks' || protocol === 'owntracks-mqtt'
  if (protocol !== 'osmand' && !isOwntracks && secret !== null) return '--secret gibt es nur bei osmand und OwnTracks.'
  if (isEncrypted && !isOwntracks) return '--encrypted gibt es nur bei OwnTracks.'
  if (isEncrypted && secret === null) return 'Womit verschlüsselt wird, nennen Sie bitte mit --secret.'
  if (protocol === 'owntracks-mqtt' && secret !== null && !isEncrypted)
    return 'Über MQTT gibt es --secret nur zusammen mit --encrypted.'
  return null
}

async function readFixes(path: string): Promise<RecordedFix[]> {
  let document: string
  try {
    document = await readFile(path, 'utf8')
  } catch (error) {
    throw new CommandProblem(`${path} lässt sich nicht lesen.`, { cause: error })
  }
  const fixes = readRecording(document)
  if (fixes === null) throw new CommandProblem(`${path} ist keine GPX-Datei.`)
  if (fixes.length === 0) throw new CommandProblem(`${path} enthält keine Punkte mit Ort und Zeit.`)
  return fixes
}

function endingAt(fixes: readonly RecordedFix[], end: Date): RecordedFix[] {
  const shiftMs = end.getTime() - (fixes.at(-1)?.recordedAt.getTime() ?? 0)
  return fixes.map((fix) => ({ ...fix, recordedAt: new Date(fix.recordedAt.getTime() + shiftMs) }))
}

const progressSteps = 10

/** Sends each fix when it is due, and never two at once, like a tracker. */
async function replay(
  fixes: readonly RecordedFix[],
  speed: number,
  { send, progress }: { send(fix: RecordedFix): Promise<void>; progress(sent: number): void },
): Promise<void> {
  const startedAt = performance.now()
  const firstFix = fixes[0]?.recordedAt.getTime() ?? 0
  let shown = 0
  for (const [index, fix] of fixes.entries()) {
    const dueMs = (fix.recordedAt.getTime() - firstFix) / speed
    const earlyMs = dueMs - (performance.now() - startedAt)
    if (earlyMs > 0) await sleep(earlyMs)
    await send(fix)
    const step = Math.floor(((index + 1) / fixes.length) * progressSteps)
    if (step > shown) progress(index + 1)
    shown = step
  }
}
