import { type Command, CommandProblem } from '#server/commands/command.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { passphraseOption, readPassphrase } from './passphrase-file.ts'
import { restore } from '#server/db/backup/backup-file.ts'
import { BackupProblem } from '#server/db/backup/backup-problem.ts'
import type { Database } from '#server/db/connection/database.ts'
import { distribute } from '#server/db/positions/distribute.ts'
import { type Distribution, distributionOf } from '#server/db/positions/distribution.ts'

/** @param credentials the folder with what only this process may read, where there is one. */
export const dbRestore = (credentials: string | undefined): Command => ({
  usage: 'DATEI --replace [--passphrase-file DATEI]',
  summary: [
    'Ersetzt die ganze Datenbank durch eine Sicherung, ganz oder gar nicht.',
    '',
    'Alles, was seit der Sicherung geschah, ist danach weg; darum verlangt der Befehl --replace. Auch Sicherungen älterer',
    'Versionen werden angenommen. Danach jeden Prozess des Produkts neu starten.',
    'Konten, die seit der Sicherung gelöscht wurden, sind wieder da und müssen noch einmal gelöscht werden (users delete).',
    'Waren die Positionen auf mehrere Server verteilt, sind sie es danach wieder; bis dahin liegen alle auf dem ersten.',
    'Er nennt die Konten der Sicherung, die es in der ersetzten Datenbank nicht gab. War diese leer, kann er es nicht.',
  ].join('\n'),
  async run({ database, clock, say }, args) {
    const { values, positionals } = parseWords(args, { ...passphraseOption, replace: { type: 'boolean' } })
    const [path, ...rest] = positionals
    if (path === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine Datei nennen.')
    if (values.replace !== true) {
      throw new CommandProblem('Das ersetzt alles, was in der Datenbank steht. Wer das will, gibt --replace an.')
    }
    const passphrase = await readPassphrase(values['passphrase-file'], credentials)
    const distribution = await distributionOf(database)
    const { counts, notThereBefore } = await restore(database, { path, passphrase }).catch((error: unknown) => {
      throw problemOf(error, path) ?? error
    })
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    say(`Die Sicherung ist eingespielt (${rows.toLocaleString('de-DE')} Zeilen).`)
    if (distribution !== null) say(await distributedAgain(database, distribution, clock.now()))
    say('Bitte jetzt jeden Prozess des Produkts neu starten.')
    if (notThereBefore === null) {
      say('Konten, die seit der Sicherung gelöscht wurden, bitte noch einmal löschen; welche, ist hier nicht bekannt.')
    } else if (notThereBefore.length > 0) {
      say(
        'Diese Konten gab es in der ersetzten Datenbank nicht. Waren sie gelöscht, bitte noch einmal löschen (users delete):',
      )
      for (const email of notThereBefore) say(`  ${email}`)
    }
    return { restored: path, rows, notThereBefore }
  },
})

/** What a restore makes lies on one server. */
async function distributedAgain(database: Database, { shards }: Distribution, at: Date): Promise<string> {
  try {
    await distribute(database, 'apart', at, shards)
    return 'Die Positionen sind wieder verteilt.'
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `Die Positionen liegen jetzt auf einem Server (${reason}): Bitte „wegwarte db distribute“ ausführen.`
  }
}

function problemOf(error: unknown, path: string): CommandProblem | null {
  if (error instanceof BackupProblem) return new CommandProblem(error.message, { cause: error })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR') return null
  return new CommandProblem(`${path} lässt sich nicht lesen (${code}).`, { cause: error })
}
