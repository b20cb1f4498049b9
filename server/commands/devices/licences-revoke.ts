import * as z from 'zod'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { oneLine } from '#contract/base/text.ts'
import { germanTime, germanTimeInWords } from '#domain/time/fix-time.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { keyOf } from './licences-extend.ts'
import { byOption, bySummary, operatorOf } from '#server/commands/operator.ts'
import { revokeLicence } from '#server/features/licences/licence-support.store.ts'

const { reasonLength } = supportServerLimits
const reasonMissing = 'Bitte hinter --reason den Grund nennen; der Kunde liest ihn.'
const reason = oneLine(reasonLength, `Der Grund ist länger als ${reasonLength} Zeichen.`, reasonMissing).check(
  z.minLength(1, reasonMissing),
)

export const licencesRevoke: Command = {
  usage: 'SCHLÜSSEL --reason GRUND [--by NAME]',
  summary: [
    'Beendet eine Lizenz sofort, so als wäre ihre Zeit abgelaufen.',
    '',
    'Aufzeichnung und Diebstahlalarm ihrer Geräte enden, der Kunde erfährt es wie bei jeder Lizenz, die endet, und liest den Grund',
    'unter „Sicherheit“. Ein Schlüssel, den noch niemand eingelöst hat, lässt sich nicht mehr einlösen. „licences extend … --days 0“',
    'macht es rückgängig: Die Lizenz gilt dann wieder so lange wie vorher.',
    bySummary,
  ].join('\n'),
  async run({ database, clock, say, sudoUser }, args) {
    const { values, positionals } = parseWords(args, { reason: { type: 'string' }, ...byOption })
    const [typed, ...rest] = positionals
    if (typed === undefined || rest.length > 0) throw new CommandProblem('Bitte genau einen Lizenzschlüssel nennen.')
    const given = reason.safeParse(values.reason)
    if (!given.success) throw new CommandProblem(given.error.issues[0]?.message ?? reasonMissing)
    const request = { key: keyOf(typed), reason: given.data, by: operatorOf(values.by, sudoUser), at: clock.now() }
    const revoked = await revokeLicence(database, request)
    if (revoked === null) throw new CommandProblem('Diesen Lizenzschlüssel gibt es nicht.')
    if ('refused' in revoked) {
      const since = germanTime(revoked.since)
      throw new CommandProblem(
        revoked.refused === 'REVOKED'
          ? `Diese Lizenz wurde schon beendet, am ${since}.`
          : `Diese Lizenz ist schon abgelaufen, am ${since}.`,
      )
    }
    const { devices, endsAt } = revoked
    const before = endsAt === null ? 'Sie war noch nicht eingelöst.' : `Sie galt bis ${germanTimeInWords(endsAt)}.`
    say(`Die Lizenz ist beendet; Geräte, die sie nutzten: ${devices}. ${before}`)
    return { devices, endedBefore: endsAt?.toISOString() ?? null }
  },
}
