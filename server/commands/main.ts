/*
 * The operator's commands: `wegwarte <command>` where it is installed, `npm run wegwarte -- <command>` in a clone. They work
 * whether the product runs or not.
 */
import {
  type Command,
  type CommandContext,
  CommandProblem,
  type OutsideContext,
  type Outcome,
} from '#server/commands/command.ts'
import { announce } from '#server/commands/announce.ts'
import { devicesClaimCode } from '#server/commands/devices/devices-claim-code.ts'
import { licencesExtend } from '#server/commands/devices/licences-extend.ts'
import { licencesRevoke } from '#server/commands/devices/licences-revoke.ts'
import { supportLog } from '#server/commands/users/support-log.ts'
import { usersChangeEmail } from '#server/commands/users/users-change-email.ts'
import { usersFind } from '#server/commands/users/users-find.ts'
import { usersVerifyAgain } from '#server/commands/users/users-verify-again.ts'
import { dbBackup } from '#server/commands/db/db-backup.ts'
import { dbDistribute } from '#server/commands/db/db-distribute.ts'
import { dbMigrate } from '#server/commands/db/db-migrate.ts'
import { dbRestore } from '#server/commands/db/db-restore.ts'
import { demoReset } from '#server/commands/db/demo-reset.ts'
import { devicesShow } from '#server/commands/devices/devices-show.ts'
import { devicesTrace } from '#server/commands/devices/devices-trace.ts'
import { devicesImport } from '#server/commands/devices/devices-import.ts'
import { feedsRun, feedsStatus } from '#server/commands/feeds.ts'
import { jobsRetry, jobsStatus } from '#server/commands/jobs.ts'
import { licencesIssue } from '#server/commands/devices/licences-issue.ts'
import { mailTest } from '#server/commands/mail-test.ts'
import { mailNotifications } from '#server/commands/mail-notifications.ts'
import { createProgress } from '#server/commands/db/progress.ts'
import { settingsCheck } from '#server/commands/settings-check.ts'
import { settings as settingsCommand } from '#server/commands/settings.ts'
import { simulate } from '#server/commands/simulate/simulate.ts'
import { usersShow } from '#server/commands/users/users-show.ts'
import { usersDelete } from '#server/commands/users/users-delete.ts'
import { usersDisable, usersEnable, usersSecondFactorOff, usersUnverify } from '#server/commands/users/users.ts'
import { usersExport } from '#server/commands/users/users-export.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { ConfigProblem, readSettings } from '#server/config.ts'
import { databaseName, openDatabase } from '#server/db/connection/open.ts'
import { version } from '#server/platform/version.ts'

const commands: readonly Command[] = [
  devicesImport,
  devicesShow,
  devicesClaimCode,
  devicesTrace(() => process.stdin),
  feedsRun,
  feedsStatus,
  licencesIssue,
  licencesExtend,
  licencesRevoke,
  usersFind,
  usersShow,
  usersVerifyAgain,
  usersChangeEmail,
  usersDisable,
  usersEnable,
  usersUnverify,
  usersDelete,
  usersExport,
  usersSecondFactorOff,
  supportLog,
  announce,
  mailNotifications(() => process.stdin),
  mailTest,
  jobsStatus,
  jobsRetry,
  simulate,
  demoReset,
  dbMigrate,
  dbBackup(process.env['CREDENTIALS_DIRECTORY']),
  dbRestore(process.env['CREDENTIALS_DIRECTORY']),
  dbDistribute,
  // Before the command whose name its own begins with.
  settingsCheck,
  settingsCommand,
]

// The parent has died (`run/toolchain.mjs`); nothing else comes over its channel. It keeps no ended command alive.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

process.exitCode = await main(process.argv.slice(2))

async function main(given: readonly string[]): Promise<number> {
  const { words, envFile } = takeEnvFile(given)
  if (words[0] === '--version') {
    console.log(version)
    return 0
  }
  const json = words.includes('--json')
  const args = words.filter((word) => word !== '--json' && word !== '--help')
  const command = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '))
  if (command === undefined || words.includes('--help')) {
    const known = command !== undefined || args.length === 0
    const out = known ? console.log : console.error
    out(command === undefined ? overview(args) : describe(command))
    return known ? 0 : 2
  }
  return runCommand(command, args.slice(command.name.split(' ').length), { json, envFile })
}

/** The file with the product's settings; `null` if the environment has them, empty if `--env-file` has no name after it. */
function takeEnvFile(given: readonly string[]): { words: readonly string[]; envFile: string | null } {
  const at = given.indexOf('--env-file')
  if (at === -1) return { words: given, envFile: null }
  return { words: given.toSpliced(at, 2), envFile: given[at + 1] ?? '' }
}

function loadEnvFile(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unlesbar'
    throw new ConfigProblem(`--env-file ${file} lässt sich nicht lesen (${code})`)
  }
}

async function runCommand(
  command: Command,
  args: readonly string[],
  { json, envFile }: { json: boolean; envFile: string | null },
): Promise<number> {
  const progress = createProgress({ terminal: process.stdout.isTTY, write: (text) => void process.stdout.write(text) })
  try {
    if (envFile !== null) loadEnvFile(envFile)
    const settings = readSettings(process.env)
    const context = {
      clock: clockFrom(settings.CLOCK),
      settings,
      sudoUser: process.env['SUDO_USER'],
      say: (line: string) => (json ? undefined : console.log(line)),
      ...(!json && { progress }),
    }
    const run = command.needsDatabase === false ? command.run(context, args) : runInside(command.run, context, args)
    const outcome = await run.finally(() => progress.end())
    if (json) console.log(JSON.stringify({ success: true, ...outcome }))
    return 0
  } catch (error) {
    const code = error instanceof CommandProblem ? 1 : command.unavailableCode
    const isExpected = error instanceof CommandProblem || error instanceof ConfigProblem
    if (!isExpected && code === undefined) throw error
    const message = isExpected ? error.message : `Unterbrochen: ${error instanceof Error ? error.name : 'unbekannt'}`
    if (json) console.log(JSON.stringify({ success: false, error: message }))
    else console.error(message)
    return code ?? 1
  }
}

async function runInside(
  run: (context: CommandContext, args: readonly string[]) => Promise<Outcome>,
  context: OutsideContext,
  args: readonly string[],
): Promise<Outcome> {
  // To stderr: what the command itself says may be read by programs.
  console.error(`Datenbank: ${databaseName(context.settings)}`)
  const { database, close } = await openDatabase(context.settings, 'command')
  try {
    return await run({ ...context, database }, args)
  } finally {
    await close()
  }
}

function overview(args: readonly string[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(18)} ${summary.split('\n', 1).join('')}`)
  const unknown = args.length > 0 ? [`Unbekannter Befehl: ${args.join(' ')}`, ''] : []
  return [
    ...unknown,
    'wegwarte BEFEHL [--help] [--json] [--env-file DATEI], oder --version',
    'In einem Klon, in dem nichts eingerichtet ist: npm run wegwarte -- BEFEHL …',
    '',
    ...lines,
  ].join('\n')
}

function describe(command: Command): string {
  return `wegwarte ${command.name} ${command.usage}\n\n${command.summary}`
}
