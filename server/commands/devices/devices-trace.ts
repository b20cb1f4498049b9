import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { hourMs } from '#contract/base/time-units.ts'
import { germanTime } from '#domain/time/fix-time.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { logKey } from '#server/db/shared/log-key.ts'
import { trackerNames } from '#server/features/devices/device-support.store.ts'
import { createPseudonyms } from '#server/platform/pseudonyms.ts'

type Input = NodeJS.ReadableStream & { isTTY?: boolean | undefined }

/** A line of the log about a tracker (`protocols/outcomes.ts`); others have other fields. */
const ofTracker = z.object({ time: z.number(), gateway: z.string(), tracker: z.string() })
const traceLine = z.union([
  ofTracker.extend({ outcome: z.string(), before: z.string().optional() }),
  /** What nobody reads, by the tracker's own word, and how often since the product started. */
  ofTracker.extend({ unread: z.string(), times: z.number().optional() }),
])

/** @param input where the log comes from if no file is named. */
export const devicesTrace = (input: () => Input): Command => ({
  usage: 'IMEI [--hours 2] [PROTOKOLL…]',
  summary: [
    'Zeigt aus dem Protokoll des Produkts, wann sich änderte, was aus den Meldungen eines Geräts wird,',
    'was darin das Produkt nicht lesen kann, und beim 1., 10., 100. Mal, wie oft.',
    '',
    "Das Protokoll kommt aus Dateien oder durch eine Pipe: journalctl -o cat -u 'wegwarte*' --since -2h | … devices trace IMEI",
    'Ohne Protokoll nennt der Befehl nur den Namen, den das Gerät darin hat. Nirgends steht ein Ort.',
  ].join('\n'),
  async run({ database, clock, say }, args) {
    const { values, positionals } = parseWords(args, { hours: { type: 'string', default: '2' } })
    const [imei, ...files] = positionals
    if (imei === undefined) throw new CommandProblem('Bitte eine IMEI nennen.')
    const hours = Number(values.hours)
    if (!(hours > 0)) throw new CommandProblem('--hours erwartet eine Zahl von Stunden, etwa 2.')
    const names = createPseudonyms(await logKey(database))
    const identities = await trackerNames(database, imei)
    const sought = new Set(identities.map((identity) => names.tracker(identity)))
    say(`Im Protokoll heißt dieses Gerät ${[...sought].join(' oder ')}.`)
    const logs = files.length > 0 ? files.map((file) => createReadStream(file)) : pipedIn(input())
    const since = clock.now().getTime() - hours * hourMs
    const found: z.output<typeof traceLine>[] = []
    for (const log of logs) found.push(...(await traceIn(log, sought, since)))
    for (const line of found.toSorted((one, other) => one.time - other.time)) say(inWords(line))
    if (logs.length > 0 && found.length === 0)
      say(`Keine Zeile der letzten ${hours} Stunden: Das Gerät meldete sich nicht, oder wie zuvor.`)
    return { names: [...sought], lines: found }
  },
})

function pipedIn(input: Input): NodeJS.ReadableStream[] {
  return input.isTTY === true ? [] : [input]
}

async function traceIn(log: NodeJS.ReadableStream, sought: ReadonlySet<string>, since: number) {
  const found: z.output<typeof traceLine>[] = []
  try {
    for await (const line of createInterface({ input: log, crlfDelay: Infinity })) {
      const read = traceLine.safeParse(jsonIn(line))
      if (read.success && sought.has(read.data.tracker) && read.data.time >= since) found.push(read.data)
    }
  } catch (error) {
    throw new CommandProblem('Das Protokoll lässt sich nicht lesen. Bitte Namen und Rechte der Datei prüfen.', {
      cause: error,
    })
  }
  return found
}

/** What other programs write between our lines is no JSON. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function inWords(line: z.output<typeof traceLine>): string {
  return `${germanTime(new Date(line.time))}  ${line.gateway.padEnd(10)} ${'unread' in line ? notRead(line) : becomes(line)}`
}

function notRead({ unread, times }: { unread: string; times?: number | undefined }): string {
  return `nicht gelesen: ${unread}${times === undefined ? '' : ` (${times}-mal seit dem Start)`}`
}

function becomes({ outcome, before }: { outcome: string; before?: string | undefined }): string {
  return before === undefined ? outcome : `${outcome} (vorher ${before})`
}
