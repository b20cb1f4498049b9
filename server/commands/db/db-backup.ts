import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { passphraseOption, readPassphrase } from './passphrase-file.ts'
import { backUp } from '#server/db/backup/backup-file.ts'
import { deleteAbandoned, deleteBackups } from '#server/db/backup/backup-folder.ts'
import { BackupProblem } from '#server/db/backup/backup-problem.ts'
import { distributionOf } from '#server/db/positions/distribution.ts'

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

/** Each server with positions has a snapshot of its own. */
const noCommonMoment =
  'Die Positionen liegen auf mehreren Servern, und jeder wurde gelesen, als er an der Reihe war: Was währenddessen gemeldet oder ' +
  'gelöscht wurde, kann von einem Gerät dabei sein und vom anderen nicht. Alles andere hat den Stand eines Augenblicks.'

/** @param credentials the folder with what only this process may read, where there is one. */
export const dbBackup = (credentials: string | undefined): Command => ({
  usage: 'DATEI [--passphrase-file DATEI] [--keep-days TAGE]',
  summary: [
    'Sichert die ganze Datenbank in eine Datei, auch im laufenden Betrieb; auf Wunsch verschlüsselt.',
    '',
    'Die Datei enthält den Stand eines Augenblicks, samt Bildern und Positionen; die Arbeit, die gerade ansteht, nicht.',
    'Die eingebettete Datenbank bedient solange niemanden sonst. Sie passt auch in die andere Art von Datenbank: So zieht',
    'man von der eingebetteten zu PostgreSQL um. Wer sie hat und nicht verschlüsselt, hat alle Daten der Kunden.',
    `Angefangene im selben Ordner, an denen seit ${backupServerLimits.abandonedHours} Stunden niemand schreibt, werden vorher gelöscht.`,
    'Sie erscheint erst, wenn sie ganz zurückgelesen ist. Mit --keep-days werden danach ältere „*.backup“ ihres Ordners gelöscht.',
  ].join('\n'),
  async run({ database, clock, say }, args) {
    const { values, positionals } = parseWords(args, { ...passphraseOption, 'keep-days': { type: 'string' } })
    const [path, ...rest] = positionals
    if (path === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine Datei nennen.')
    if (existsSync(path)) throw new CommandProblem(`${path} gibt es schon. Bitte einen anderen Namen nennen.`)
    const keepDays = daysIn(values['keep-days'])
    const passphrase = await readPassphrase(values['passphrase-file'], credentials)
    // Before the new one: what fills the disk may be those that it ended. Where there is no folder, the backup says so.
    const abandoned = await deleteAbandoned(dirname(path), clock.now()).catch(() => 0)
    if (abandoned > 0) say(`${abandoned} abgebrochene gelöscht.`)
    const bytes = await backUp(database, { path, passphrase }, clock.now()).catch((error: unknown) => {
      throw placeProblemOf(error, path) ?? error
    })
    say(
      `${path} ist geschrieben (${bytes.toLocaleString('de-DE')} Byte, ${passphrase === null ? 'nicht ' : ''}verschlüsselt).`,
    )
    const isDistributed = (await distributionOf(database)) !== null
    if (isDistributed) say(noCommonMoment)
    const deleted =
      keepDays === null ? 0 : await deleteBackups(dirname(path), new Date(clock.now().getTime() - keepDays * dayMs))
    if (deleted > 0) say(`${deleted} ältere gelöscht.`)
    return { file: path, bytes, encrypted: passphrase !== null, deleted, abandoned, ofOneMoment: !isDistributed }
  },
})

/** Whole days, at least one; null where nothing is to be deleted. */
function daysIn(given: string | undefined): number | null {
  if (given === undefined) return null
  if (!/^[1-9]\d{0,2}$/.test(given)) throw new CommandProblem('--keep-days: Bitte ganze Tage nennen, mindestens 1.')
  return Number(given)
}

function placeProblemOf(error: unknown, path: string): CommandProblem | null {
  if (error instanceof BackupProblem) {
    return new CommandProblem(`${path} ließ sich nicht zurücklesen und ist gelöscht: ${error.message}`, {
      cause: error,
    })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = placeProblems[code]
  return reason === undefined
    ? null
    : new CommandProblem(`${path} wurde nicht geschrieben: ${reason} (${code}).`, { cause: error })
}
