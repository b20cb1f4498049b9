import { existsSync } from 'node:fs'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { passphraseOption, readPassphrase } from '#server/commands/passphrase-file.ts'
import { backUp } from '#server/db/backup/backup-file.ts'

/** Codes of the operating system for a place that cannot be written to, and what to do about it. */
const placeProblems: Readonly<Record<string, string>> = {
  ENOSPC: 'Auf dem Datenträger ist kein Platz mehr',
  EDQUOT: 'Das Kontingent dieses Benutzers ist erschöpft',
  EFBIG: 'Die Datei würde größer, als das System erlaubt',
  ENOENT: 'Den Ordner gibt es nicht',
  EACCES: 'Der Ordner lässt sich nicht beschreiben',
  EROFS: 'Der Datenträger lässt sich nicht beschreiben',
  EEXIST: 'Die Datei gibt es inzwischen',
}

export const dbBackup: Command = {
  name: 'db backup',
  usage: 'DATEI [--passphrase-file DATEI]',
  summary: [
    'Sichert die ganze Datenbank in eine Datei, auch im laufenden Betrieb; auf Wunsch verschlüsselt.',
    '',
    'Die Datei enthält den Stand eines Augenblicks, samt Bildern und Positionen; die Arbeit, die gerade ansteht, nicht.',
    'Die eingebettete Datenbank bedient solange niemanden sonst. Sie passt auch in die andere Art von Datenbank: So zieht',
    'man von der eingebetteten zu PostgreSQL um. Wer sie hat und nicht verschlüsselt, hat alle Daten der Kunden.',
  ].join('\n'),
  async run({ database, clock, say }, args) {
    const { values, positionals } = parseWords(args, passphraseOption)
    const [path, ...rest] = positionals
    if (path === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine Datei nennen.')
    if (existsSync(path)) throw new CommandProblem(`${path} gibt es schon. Bitte einen anderen Namen nennen.`)
    const passphrase = await readPassphrase(values['passphrase-file'])
    const bytes = await backUp(database, { path, passphrase }, clock.now()).catch((error: unknown) => {
      throw placeProblemOf(error, path) ?? error
    })
    say(
      `${path} ist geschrieben (${bytes.toLocaleString('de-DE')} Byte, ${passphrase === null ? 'nicht ' : ''}verschlüsselt).`,
    )
    return { file: path, bytes, encrypted: passphrase !== null }
  },
}

function placeProblemOf(error: unknown, path: string): CommandProblem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = placeProblems[code]
  return reason === undefined
    ? null
    : new CommandProblem(`${path} wurde nicht geschrieben: ${reason} (${code}).`, { cause: error })
}
