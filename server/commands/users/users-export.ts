import { open, rm } from 'node:fs/promises'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { exportForSupport } from '#server/features/data-export/data-export.feature.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { randomId } from '#server/platform/ids.ts'

/** For somebody who asks support for their data and cannot sign in. */
export const usersExport: Command = {
  usage: 'E-MAIL DATEI.zip',
  summary: [
    'Schreibt alles, was zu einem Konto gespeichert ist, in eine ZIP-Datei, auch die Positionen.',
    '',
    'Vorher prüfen, dass die Person die Inhaberin des Kontos ist: Die Anfrage kam von der E-Mail-Adresse des Kontos, und',
    'eine Antwort an diese Adresse wurde bestätigt. Nie an eine andere Adresse schicken, auch nicht an Angehörige oder',
    'Behörden. Im Zweifel auf „Meine Daten“ verweisen, wo man die Datei selbst anfordert.',
    'Das Konto führt den Export unter „Was in Ihrem Konto geschah“ auf, und die Inhaberin erhält eine E-Mail darüber.',
  ].join('\n'),
  async run({ database, clock, say, progress }, args) {
    const [email, path, ...rest] = parseWords(args, {}).positionals
    if (email === undefined || path === undefined || rest.length > 0) {
      throw new CommandProblem('Bitte eine E-Mail-Adresse und eine Datei nennen.')
    }
    const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
      throw new CommandProblem(`${path} lässt sich nicht anlegen (${codeOf(error)}).`)
    })
    let bytes = 0
    try {
      const positions = createPositionsStore(database)
      const archive = await exportForSupport({ database, positions, clock, newId: randomId }, email)
      if (archive === null) throw new CommandProblem('Zu dieser E-Mail-Adresse gibt es kein Konto.')
      for await (const piece of archive.bytes) {
        await file.appendFile(piece)
        bytes += piece.length
        progress?.show('Daten', archive.progress().percent / 100)
      }
      await file.close()
    } catch (error) {
      await file.close()
      await rm(path)
      throw error
    }
    say(`${path} ist geschrieben (${bytes.toLocaleString('de-DE')} Byte).`)
    return { file: path, bytes }
  },
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unbekannt'
}
