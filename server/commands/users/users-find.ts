import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { germanDay } from '#domain/time/fix-time.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { byOption, bySummary, operatorOf } from '#server/commands/operator.ts'
import { type FoundCustomer, searchCustomers } from '#server/features/support/customer-search.store.ts'

const { least, most } = supportServerLimits.searchedLength

export const usersFind: Command = {
  usage: 'TEXT [--by NAME]',
  summary: [
    'Sucht Kunden nach einem Teil von E-Mail-Adresse, Gerätename, IMEI oder Lizenzschlüssel.',
    '',
    `Der Text hat ${least} bis ${most} Zeichen; gezeigt werden höchstens ${supportServerLimits.foundCustomers} Kunden, und nie, wo jemand ist.`,
    bySummary,
  ].join('\n'),
  async run({ database, clock, say, sudoUser }, args) {
    const { values, positionals } = parseWords(args, byOption)
    const [text = '', ...rest] = positionals.map((word) => word.trim())
    if (rest.length > 0)
      throw new CommandProblem('Bitte genau einen Text nennen, mit Leerzeichen in Anführungszeichen.')
    if (text.length < least || text.length > most) {
      throw new CommandProblem(`Bitte einen Text von ${least} bis ${most} Zeichen nennen.`)
    }
    const search = { text, by: operatorOf(values.by, sudoUser), at: clock.now() }
    const { customers, hasMore } = await searchCustomers(database, search)
    if (customers.length === 0) throw new CommandProblem('Dazu gibt es keinen Kunden.')
    for (const line of customers.flatMap(linesOf)) say(line)
    if (hasMore) say('Es gibt noch mehr: Bitte mehr vom Text nennen.')
    return { customers, hasMore }
  },
}

function linesOf({ email, createdAt, isVerified, isDisabled, devices, byLicence }: FoundCustomer): string[] {
  const states = [
    `seit ${germanDay(createdAt)}`,
    isVerified ? 'bestätigt' : 'noch nicht bestätigt',
    ...(isDisabled ? ['GESPERRT'] : []),
    ...(byLicence ? ['über eine Lizenz gefunden'] : []),
  ]
  return [`${email}  (${states.join(', ')})`, ...devices.map(({ name, imei }) => `  ${imei}  ${name}`)]
}
