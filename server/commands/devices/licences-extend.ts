import * as z from 'zod'
import { licenceKey } from '#contract/licences/licences.ts'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import type { Extension, ExtensionRefusal } from '#domain/licences/support-terms.ts'
import { germanTimeInWords } from '#domain/time/fix-time.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { endOfGermanDay } from '#server/commands/german-time.ts'
import { byOption, bySummary, operatorOf } from '#server/commands/operator.ts'
import { extendLicence } from '#server/features/licences/licence-support.store.ts'

const longest = supportServerLimits.extendedDays
const wholeDays = z.coerce.number().int().min(0)

export const licencesExtend: Command = {
  usage: 'SCHLÜSSEL --until JJJJ-MM-TT | --days TAGE   [--by NAME]',
  summary: [
    'Verlängert eine Lizenz, bis zum Ende eines Tages oder um Tage.',
    '',
    `Tage zählen ab dem Ende der Lizenz, nach ihrem Ablauf ab jetzt; höchstens ${longest}. Eine beendete Lizenz gilt damit wieder,`,
    'mit --days 0 so lange wie vorher. Endete damit schon eine Aufzeichnung, schaltet der Kunde sie selbst wieder ein. Er liest die',
    'Verlängerung unter „Sicherheit“.',
    bySummary,
  ].join('\n'),
  async run({ database, clock, say, sudoUser }, args) {
    const text = { type: 'string' } as const
    const { values, positionals } = parseWords(args, { until: text, days: text, ...byOption })
    const [typed, ...rest] = positionals
    if (typed === undefined || rest.length > 0) throw new CommandProblem('Bitte genau einen Lizenzschlüssel nennen.')
    const extension = extensionOf(values)
    const request = { key: keyOf(typed), extension, by: operatorOf(values.by, sudoUser), at: clock.now() }
    const extended = await extendLicence(database, request)
    if (extended === null) throw new CommandProblem('Diesen Lizenzschlüssel gibt es nicht.')
    if ('refused' in extended) throw new CommandProblem(refusals[extended.refused])
    const { endsAt, days, wasRevoked } = extended
    const term = endsAt === null ? `${days} Tage ab dem Einlösen` : `bis ${germanTimeInWords(endsAt)}`
    say(`Die Lizenz gilt ${wasRevoked ? 'wieder, ' : ''}${term}.`)
    return { endsAt: endsAt?.toISOString() ?? null, days }
  },
}

/** A key as it is stored, however it was typed. @throws {CommandProblem} */
export function keyOf(typed: string): string {
  const parsed = licenceKey.safeParse(typed)
  if (!parsed.success) throw new CommandProblem('Diesen Lizenzschlüssel gibt es nicht.')
  return parsed.data
}

function extensionOf({ until, days }: { until?: string; days?: string }): Extension {
  if ((until === undefined) === (days === undefined)) {
    throw new CommandProblem('Bitte entweder --until oder --days angeben.')
  }
  if (until !== undefined) return { until: endOfGermanDay('--until', until) }
  const parsed = wholeDays.safeParse(days)
  if (!parsed.success) throw new CommandProblem('Bitte hinter --days eine ganze Zahl nennen.')
  return { days: parsed.data }
}

const refusals: Readonly<Record<ExtensionRefusal, string>> = {
  PAST: 'Dieser Tag ist schon vorbei.',
  SHORTER: 'Die Lizenz gilt schon länger. „licences revoke“ beendet sie.',
  TOO_LONG: `Eine Lizenz lässt sich um höchstens ${longest} Tage verlängern.`,
  NOTHING: 'Um 0 Tage verlängert sich nur eine Lizenz, die beendet wurde. Bitte mehr Tage nennen.',
  NOT_BEGUN: 'Diese Lizenz ist noch nicht eingelöst, ihre Zeit beginnt erst dann. Bitte --days angeben.',
}
