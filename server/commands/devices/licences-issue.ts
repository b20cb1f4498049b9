import * as z from 'zod'
import { licenceType } from '#contract/licences/licence-type.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { newLicenceKey } from '#server/features/licences/licence-key.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'
import { setLicence } from '#server/features/devices/licence-seats.ts'
import { randomId } from '#server/platform/ids.ts'

const seatsByType = { START: 1, STANDARD: 1, PREMIUM: 1, ENTERPRISE: 5 } as const

const options = z.object({
  type: licenceType,
  days: z.coerce.number('--days ist keine Zahl').int().min(1).max(3650),
  count: z.coerce.number().int().min(1).max(1000).default(1),
})

/** Makes licence keys for sale. A key belongs to nobody until its buyer activates it. */
export const licencesIssue: Command = {
  usage: '--type START|PREMIUM|ENTERPRISE|STANDARD --days TAGE [--count ANZAHL]',
  summary: 'Erzeugt Lizenzschlüssel; die Laufzeit beginnt mit dem Einlösen.',
  async run({ database, clock, say }, args) {
    const text = { type: 'string' } as const
    const { values } = parseWords(args, { type: text, days: text, count: text })
    const parsed = options.safeParse(values)
    if (!parsed.success) throw new CommandProblem(`Bitte angeben: ${licencesIssue.usage}`)
    const { type, days, count } = parsed.data
    const licences = Array.from({ length: count }, () => ({
      id: randomId(),
      key: newLicenceKey(),
      type,
      days,
      seats: seatsByType[type],
    }))
    await createLicencesStore(database, setLicence).issue(licences, clock.now())
    const keys = licences.map(({ key }) => key)
    keys.forEach(say)
    return { type, days, keys }
  },
}
