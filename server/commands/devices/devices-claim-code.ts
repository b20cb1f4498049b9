import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { byOption, bySummary, operatorOf } from '#server/commands/operator.ts'
import { claimCodeOf } from '#server/features/devices/inventory-file.ts'
import { hashOfClaimCode } from '#server/features/devices/claim-code-hash.ts'
import { type ClaimCodeSet, setClaimCode } from '#server/features/devices/claim-code-support.store.ts'
import { randomGroups } from '#server/features/licences/licence-key.ts'

/** 60 random bits. */
const groups = 3

export const devicesClaimCode: Command = {
  usage: 'IMEI [--code CODE] [--by NAME]',
  summary: [
    'Gibt einem Gerät, das noch niemandem gehört, einen Aktivierungscode, und zeigt ihn einmal.',
    '',
    'Ohne --code wird einer gewürfelt. Ein früherer Code des Geräts gilt danach nicht mehr; gespeichert wird nur ein Prüfwert.',
    bySummary,
  ].join('\n'),
  async run({ database, clock, say, sudoUser }, args) {
    const { values, positionals } = parseWords(args, { code: { type: 'string' }, ...byOption })
    const [imei, ...rest] = positionals
    if (imei === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine IMEI nennen.')
    const code = values.code ?? randomGroups(groups)
    const checked = claimCodeOf(code)
    if ('failure' in checked) throw new CommandProblem(`${checked.failure}.`)
    const codeHash = hashOfClaimCode(imei, checked.code)
    const outcome = await setClaimCode(database, {
      imei,
      codeHash,
      by: operatorOf(values.by, sudoUser),
      at: clock.now(),
    })
    if (outcome === 'UNKNOWN' || outcome === 'REGISTERED') throw new CommandProblem(refusals[outcome])
    say(code)
    if (outcome === 'REPLACED') say('Der frühere Aktivierungscode gilt nicht mehr.')
    return { code, replaced: outcome === 'REPLACED' }
  },
}

const refusals: Readonly<Record<Exclude<ClaimCodeSet, 'SET' | 'REPLACED'>, string>> = {
  UNKNOWN: 'Diese IMEI ist nicht in der Liste verkaufter Geräte. „devices import“ nimmt Geräte auf.',
  REGISTERED: 'Dieses Gerät gehört schon zu einem Konto und braucht keinen Aktivierungscode.',
}
