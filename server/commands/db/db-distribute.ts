import { type Command, CommandProblem } from '#server/commands/command.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Direction, distribute, obstacleTo, readCluster, sharesOf } from '#server/db/positions/distribute.ts'
import { isInUse } from '#server/db/transactions/locks.ts'
import { version } from '#server/platform/version.ts'

export const dbDistribute: Command = {
  usage: '[--back]',
  summary: [
    'Verteilt die Positionen auf mehrere Server, im laufenden Betrieb; --back holt sie auf einen zurück.',
    '',
    'Dazu braucht die Datenbank Citus und weitere Server (docs/several-servers.md). Fehlt etwas, steht es in einem Satz da, und',
    'nichts ist geändert. Alles außer den Positionen bleibt auf dem ersten. Danach jeden Prozess des Produkts neu starten.',
  ].join('\n'),
  async run({ database, settings, clock, say }, args) {
    const { values, positionals } = parseWords(args, { back: { type: 'boolean' } })
    if (positionals.length > 0) throw new CommandProblem('Nur --back ist möglich.')
    if (settings.DATABASE_URL === undefined) {
      throw new CommandProblem(
        'Die eingebettete Datenbank ist ein Server: Verteilen lässt sich nur PostgreSQL mit Citus.',
      )
    }
    const direction: Direction = values.back === true ? 'back' : 'apart'
    const obstacle = obstacleTo(direction, await readCluster(database, version))
    if (obstacle !== null) throw new CommandProblem(obstacle)
    await distribute(database, direction, clock.now()).catch((error: unknown) => {
      if (!isInUse(error)) throw error
      throw new CommandProblem(
        'Nichts geändert: Die Positionen sind gerade in Gebrauch. Bitte noch einmal versuchen.',
        {
          cause: error,
        },
      )
    })
    const shares = direction === 'back' ? [] : await sharesOf(database)
    say(direction === 'back' ? 'Die Positionen liegen wieder auf einem Server.' : 'Die Positionen sind verteilt:')
    for (const { server, shards, bytes } of shares) {
      say(`  ${server}  ${shards} Teile, ${bytes.toLocaleString('de-DE')} Byte`)
    }
    say('Bitte jetzt jeden Prozess des Produkts neu starten.')
    return { distributed: direction === 'apart', shares }
  },
}
