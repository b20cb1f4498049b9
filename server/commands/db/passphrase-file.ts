import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import { CommandProblem } from '#server/commands/command.ts'

/** The option of `db backup` and `db restore`. The passphrase itself would be seen in the list of processes. */
export const passphraseOption = { 'passphrase-file': { type: 'string' } } as const

/**
 * The first line of a file; null where there is none.
 * @param credentials the folder with what only this process may read, where there is one: the passphrase in it is taken unless
 * another is named. https://systemd.io/CREDENTIALS/
 */
export async function readPassphrase(named: string | undefined, credentials?: string): Promise<string | null> {
  const given = credentials === undefined ? undefined : join(credentials, 'passphrase')
  const path = named ?? (given !== undefined && existsSync(given) ? given : undefined)
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
