import * as z from 'zod'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { activitySentences } from '#domain/activity/sentences.ts'
import { germanTime } from '#domain/time/fix-time.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import type { OtherSupportKind } from '#domain/support/support-kinds.ts'
import { type SupportAction, supportActions } from '#server/features/support/support-actions.store.ts'

const { loggedDays, shownActions } = supportServerLimits
const wholeDays = z.coerce.number().int().min(1).max(loggedDays)
const usualDays = '30'

export const supportLog: Command = {
  usage: '[E-MAIL] [--days TAGE]',
  summary: [
    'Zeigt, wer im Support wann was tat, Neuestes zuerst, für alle oder für ein Konto.',
    '',
    `Ohne --days die letzten ${usualDays} Tage, höchstens ${shownActions} Einträge; aufbewahrt werden sie ${loggedDays} Tage.`,
  ].join('\n'),
  async run({ database, clock, say }, args) {
    const { values, positionals } = parseWords(args, { days: { type: 'string' } })
    const [email = null, ...rest] = positionals
    if (rest.length > 0) throw new CommandProblem('Bitte höchstens eine E-Mail-Adresse nennen.')
    const days = wholeDays.safeParse(values.days ?? usualDays)
    if (!days.success) throw new CommandProblem(`Bitte hinter --days eine ganze Zahl von 1 bis ${loggedDays} nennen.`)
    const actions = await supportActions(database, { days: days.data, email, now: clock.now() })
    if (actions.length === 0) say('In dieser Zeit hat der Support nichts getan.')
    for (const action of actions) say(lineOf(action))
    return { actions }
  },
}

function lineOf({ at, operator, kind, email, detail }: SupportAction): string {
  const about = [...(email === null ? [] : [email]), ...(detail === null ? [] : [detail])].join(', ')
  return `${germanTime(at)}  ${operator}: ${sentences[kind]}${about === '' ? '' : ` (${about})`}`
}

const ofNobody: Readonly<Record<OtherSupportKind, string>> = {
  'customers-searched': 'Kunden gesucht',
  'claim-code-made': 'Aktivierungscode vergeben',
  announced: 'Allen angekündigt',
  'announcement-ended': 'Ankündigung zurückgenommen',
}
const sentences = { ...activitySentences, ...ofNobody }
