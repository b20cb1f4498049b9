import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { EmailState, HopState } from '#contract/alarms/alarms.ts'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, type CommandContext, CommandProblem } from '#server/commands/command.ts'
import { createAlarmEmailsStore } from '#server/features/alarms/emails/alarm-emails.store.ts'
import { createMessagesStore } from '#server/features/messages/messages.store.ts'
import { type NotedReport, recordEmailReport, readMail } from '#server/features/alarms/emails/delivery-reports.ts'

/** EX_TEMPFAIL of sysexits.h: a mail server that pipes a mail to us keeps it and tries again. */
const tryAgainLater = 75

type Input = AsyncIterable<Uint8Array> & { isTTY?: boolean | undefined }

/**
 * Reads what mail servers report about e-mails of alarms: from files, or from the one mail that a mail server pipes to it.
 * For a piped mail, everything but a fault of ours counts as success. Otherwise the mail server would answer its sender, who
 * may be forged.
 */
export function mailNotifications(stdin: () => Input): Command {
  return {
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
  const stores = {
    messages: createMessagesStore(database),
    emails: createAlarmEmailsStore(database),
  }
  return recordEmailReport({ ...stores, clock }, mail)
}

async function readFile(path: string): Promise<Uint8Array | null> {
  try {
    // `end` is included, so this reads one byte more than is allowed.
    return await readMail(createReadStream(path, { end: mailServerLimits.reportBytes }))
  } catch (error) {
    throw new CommandProblem(`${path} lässt sich nicht lesen.`, { cause: error })
  }
}

function inWords(noted: NotedReport): string {
  switch (noted.outcome) {
    case 'noted':
      return `Vermerkt: ${emailStateWords[noted.letter]}${statusWords(noted.statuses)}.`
    case 'known':
      return `Nichts zu ändern: ${emailStateWords[noted.letter]}${statusWords(noted.statuses)}.`
    case 'foreign':
      return 'Übergangen: Der Bericht gehört zu keiner Alarm-E-Mail.'
    case 'gone':
      return 'Übergangen: Den Alarm gibt es nicht oder nicht mehr.'
    case 'no-report':
      return 'Übergangen: kein Zustellbericht.'
    case 'too-large':
      return `Übergangen: größer als ${mailServerLimits.reportBytes / 1_000_000} MB.`
  }
}

const emailStateWords: Readonly<Record<EmailState | HopState, string>> = {
  QUEUED: 'Die Alarm-E-Mail wartet',
  SENDING: 'Die Alarm-E-Mail wird übergeben',
  SENT: 'Die Alarm-E-Mail ist unterwegs',
  FAILED: 'Die Alarm-E-Mail wurde nicht angenommen',
  DELIVERED: 'Die Alarm-E-Mail kam an',
  BOUNCED: 'Die Alarm-E-Mail kam zurück',
  STOPPED: 'Die Alarm-E-Mail wurde nicht mehr gebraucht',
  WITHHELD: 'Die Alarm-E-Mail wurde zurückgehalten',
}

/** Status codes (RFC 3463) give the reason without naming the recipient. */
function statusWords(statuses: readonly string[]): string {
  return statuses.length === 0 ? '' : ` (Status ${statuses.join(', ')})`
}
