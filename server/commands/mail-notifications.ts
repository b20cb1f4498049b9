import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { LetterState } from '#contract/alarms.ts'
import { serverLimits } from '#contract/server-limits.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, type CommandContext, CommandProblem } from '#server/commands/command.ts'
import { createAlarmLettersStore } from '#server/features/alarms/alarm-letters.store.ts'
import { type NotedReport, noteLetterReport, readMail } from '#server/features/alarms/letter-reports.ts'

/** EX_TEMPFAIL of sysexits.h: a mail server that pipes a mail to us keeps it and tries again. */
const tryAgainLater = 75

type Input = AsyncIterable<Uint8Array> & { isTTY?: boolean | undefined }

/**
 * Reads what mail servers report about letters of alarms: files, or the one mail that a mail server pipes to it. Of a mail
 * from a pipe anything but a fault of ours is success, or its sender, who may be forged, would be answered.
 */
export function mailNotifications(stdin: () => Input): Command {
  return {
    name: 'mail notifications',
    usage: '[--file DATEI …]  (ohne --file: eine E-Mail von der Standardeingabe)',
    summary: 'Liest Zustellberichte von Mailservern und vermerkt, welche Alarm-E-Mails ankamen oder zurückkamen.',
    unavailableCode: tryAgainLater,
    async run(context, args) {
      const { values, positionals } = parseWords(args, { file: { type: 'string', multiple: true } })
      if (values.file !== undefined) return readFiles(context, [...values.file, ...positionals])
      const input = stdin()
      if (positionals.length > 0 || input.isTTY === true)
        throw new CommandProblem('Bitte Dateien mit --file nennen oder eine E-Mail in die Standardeingabe leiten.')
      const noted = await note(context, await readMail(input))
      context.say(inWords(noted))
      return { reports: [noted] }
    },
  }
}

async function readFiles(context: CommandContext, paths: readonly string[]) {
  const reports = []
  const wrong: string[] = []
  for (const path of paths) {
    const noted = await note(context, await readFile(path))
    const line = `${basename(path)}: ${inWords(noted)}`
    reports.push({ file: basename(path), ...noted })
    if (noted.outcome === 'no-report' || noted.outcome === 'too-large') wrong.push(line)
    else context.say(line)
  }
  if (wrong.length > 0) throw new CommandProblem(wrong.join('\n'))
  return { reports }
}

function note({ database, clock }: CommandContext, mail: Uint8Array | null): Promise<NotedReport> {
  return noteLetterReport({ letters: createAlarmLettersStore(database), clock }, mail)
}

async function readFile(path: string): Promise<Uint8Array | null> {
  try {
    // Both ends count: one byte more than is read.
    return await readMail(createReadStream(path, { end: serverLimits.mail.reportBytes }))
  } catch (error) {
    throw new CommandProblem(`${path} lässt sich nicht lesen.`, { cause: error })
  }
}

function inWords(noted: NotedReport): string {
  switch (noted.outcome) {
    case 'noted':
      return `Vermerkt: ${letterWords[noted.letter]}${statusWords(noted.statuses)}.`
    case 'known':
      return `Nichts zu ändern: ${letterWords[noted.letter]}${statusWords(noted.statuses)}.`
    case 'foreign':
      return 'Übergangen: Der Bericht gehört zu keiner Alarm-E-Mail.'
    case 'gone':
      return 'Übergangen: Den Alarm gibt es nicht oder nicht mehr.'
    case 'no-report':
      return 'Übergangen: kein Zustellbericht.'
    case 'too-large':
      return `Übergangen: größer als ${serverLimits.mail.reportBytes / 1_000_000} MB.`
  }
}

const letterWords: Readonly<Record<LetterState, string>> = {
  QUEUED: 'Die Alarm-E-Mail wartet',
  SENDING: 'Die Alarm-E-Mail wird übergeben',
  SENT: 'Die Alarm-E-Mail ist unterwegs',
  FAILED: 'Die Alarm-E-Mail wurde nicht angenommen',
  DELIVERED: 'Die Alarm-E-Mail kam an',
  BOUNCED: 'Die Alarm-E-Mail kam zurück',
}

/** Status codes (RFC 3463) say why without saying whom. */
function statusWords(statuses: readonly string[]): string {
  return statuses.length === 0 ? '' : ` (Status ${statuses.join(', ')})`
}
