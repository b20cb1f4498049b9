import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#server/config.ts'
import { parseWords } from './arguments.ts'
import type { ClientRequest } from './client-request.ts'
import { type Command, CommandProblem } from './command.ts'
import { readRecording, type RecordedFix } from './gpx-recording.ts'
import { osmandRequest, type OsmandShape, osmandShapes } from './osmand-client.ts'
import { owntracksRequest } from './owntracks-client.ts'

const protocols = ['osmand', 'owntracks'] as const

/** Replays a recorded ride as a tracker would report it, over the network, to the product that runs. */
export const simulate: Command = {
  name: 'simulate',
  usage: `--imei IMEI --gpx DATEI.gpx [--protocol ${protocols.join('|')}] [--shape query|form|json] [--secret SCHLÜSSEL] [--speed FAKTOR]`,
  summary: 'Spielt eine GPX-Aufzeichnung als Tracker ab, so verschoben, dass sie jetzt endet.',
  async run({ clock, settings, say }, args) {
    const options = readOptions(args)
    const { gpx, speed } = options
    const fixes = endingAt(await readFixes(gpx), clock.now())
    const gateway = gatewayOf(settings, options.protocol)
    say(`${fixes.length} Positionen an ${gateway}, ${speed}-fache Geschwindigkeit.`)
    await replay(fixes, speed, {
      send: (fix) => deliver(gateway, requestOf(options, fix), options.secret),
      progress: (sent) => say(`${sent} von ${fixes.length} gesendet`),
    })
    say('Gespeichert ist davon, was das Gerät mit eingeschaltetem Tracking und gültiger Lizenz melden darf.')
    return { sent: fixes.length }
  },
}

interface Options {
  imei: string
  gpx: string
  protocol: (typeof protocols)[number]
  /** Of OsmAnd. */
  shape: OsmandShape
  secret: string | null
  /** Times real speed. */
  speed: number
}

function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const known = { imei: text, gpx: text, protocol: text, shape: text, secret: text, speed: text }
  const { values, positionals } = parseWords(args, known)
  const { imei, gpx, secret = null, speed = '1' } = values
  if (imei === undefined || gpx === undefined || positionals.length > 0) {
    throw new CommandProblem('Bitte genau --imei IMEI und --gpx DATEI.gpx nennen.')
  }
  const protocol = protocols.find((one) => one === (values.protocol ?? 'osmand'))
  if (protocol === undefined) {
    throw new CommandProblem(`Das Protokoll ${values.protocol} gibt es hier nicht; es gibt: ${protocols.join(', ')}.`)
  }
  const shape = osmandShapes.find((one) => one === (values.shape ?? 'query'))
  if (shape === undefined) throw new CommandProblem(`--shape ist eines von ${osmandShapes.join(', ')}.`)
  if (!(Number(speed) > 0)) throw new CommandProblem('--speed ist eine Zahl über 0, zum Beispiel 10.')
  return { imei, gpx, protocol, shape, secret, speed: Number(speed) }
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

/** An address to listen on is not always one to call. */
function gatewayOf(settings: Settings, protocol: Options['protocol']): string {
  const { GATEWAY_HOST, GATEWAY_OSMAND_PORT, GATEWAY_OWNTRACKS_PORT } = settings
  const port = { osmand: GATEWAY_OSMAND_PORT, owntracks: GATEWAY_OWNTRACKS_PORT }[protocol]
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[GATEWAY_HOST] ?? GATEWAY_HOST
  return `http://${host}:${port}`
}

function requestOf({ protocol, shape, imei }: Options, fix: RecordedFix): ClientRequest {
  return protocol === 'osmand' ? osmandRequest(shape, imei, fix) : owntracksRequest(imei, fix)
}

const progressSteps = 10

/** Sends each fix when it is due, never two at once: as a tracker does. */
async function replay(
  fixes: readonly RecordedFix[],
  speed: number,
  { send, progress }: { send(fix: RecordedFix): Promise<void>; progress(sent: number): void },
): Promise<void> {
  const startedAt = performance.now()
  const firstFix = fixes[0]?.recordedAt.getTime() ?? 0
  let told = 0
  for (const [index, fix] of fixes.entries()) {
    const dueMs = (fix.recordedAt.getTime() - firstFix) / speed
    const earlyMs = dueMs - (performance.now() - startedAt)
    if (earlyMs > 0) await sleep(earlyMs)
    await send(fix)
    const step = Math.floor(((index + 1) / fixes.length) * progressSteps)
    if (step > told) progress(index + 1)
    told = step
  }
}

const mostAttempts = 5

/** A tracker tries again what was not acknowledged; an unknown one would do so for ever, so this one gives up. */
async function deliver(gateway: string, request: ClientRequest, secret: string | null): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, retryAfterSeconds } = await post(gateway, request, secret)
    if (status === 200) return
    if (status === 404) {
      throw new CommandProblem(
        'Der Tracker-Port kennt diese IMEI nicht. Nehmen Sie das Gerät zuerst auf: devices import.',
      )
    }
    if (status === 403) {
      throw new CommandProblem('Zu diesem Gerät gehört ein Schlüssel. Bitte nennen Sie ihn mit --secret.')
    }
    const isTemporary = status === 429 || status >= 500
    if (!isTemporary || attempt === mostAttempts) throw new CommandProblem(`Der Tracker-Port antwortet mit ${status}.`)
    await sleep(retryAfterSeconds * 1000)
  }
}

async function post(
  gateway: string,
  request: ClientRequest,
  secret: string | null,
): Promise<{ status: number; retryAfterSeconds: number }> {
  try {
    const response = await fetch(`${gateway}${request.path}`, {
      method: 'POST',
      body: request.body,
      headers: {
        ...(request.contentType !== null && { 'content-type': request.contentType }),
        ...(secret !== null && { 'x-device-key': secret }),
      },
    })
    // Read to its end, so that the connection is used again.
    await response.arrayBuffer()
    return { status: response.status, retryAfterSeconds: Number(response.headers.get('retry-after') ?? 1) }
  } catch (error) {
    throw new CommandProblem(`Unter ${gateway} antwortet kein Tracker-Port. Läuft das Produkt, mit GATEWAY=on?`, {
      cause: error,
    })
  }
}
