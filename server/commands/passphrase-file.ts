import { readFile } from 'node:fs/promises'
import { backupServerLimits } from '#contract/backup-limits.ts'
import { CommandProblem } from '#server/commands/command.ts'

/** The option of `db backup` and `db restore`. The passphrase itself would be seen in the list of processes. */
export const passphraseOption = { 'passphrase-file': { type: 'string' } } as const

/** The first line of a file; null where none is named. */
export async function readPassphrase(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandProblem(`Die Datei mit der Passphrase ${path} lässt sich nicht lesen.`, { cause: error })
  })
  const passphrase = text.split(/\r?\n/, 1).join('')
  if (passphrase.length < backupServerLimits.passphraseLength) {
    throw new CommandProblem(
      `In der ersten Zeile von ${path} steht keine Passphrase mit mindestens ${backupServerLimits.passphraseLength} Zeichen. ` +
        `Eine neue: openssl rand -base64 32 > ${path}`,
    )
  }
  return passphrase
}
