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
import { createProgress } from '#server/commands/db/progress.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { ConfigProblem, readSettings } from '#server/config.ts'
import { version } from '#server/platform/version.ts'

/** By name, in the order of the overview. Each is loaded when it is called: all of them load most of the product, which takes a second. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'devices import': async () => (await import('#server/commands/devices/devices-import.ts')).devicesImport,
  'devices show': async () => (await import('#server/commands/devices/devices-show.ts')).devicesShow,
  'devices claim-code': async () => (await import('#server/commands/devices/devices-claim-code.ts')).devicesClaimCode,
  'devices trace': async () =>
    (await import('#server/commands/devices/devices-trace.ts')).devicesTrace(() => process.stdin),
  'feeds run': async () => (await import('#server/commands/feeds.ts')).feedsRun,
  'feeds status': async () => (await import('#server/commands/feeds.ts')).feedsStatus,
  'licences issue': async () => (await import('#server/commands/devices/licences-issue.ts')).licencesIssue,
  'licences extend': async () => (await import('#server/commands/devices/licences-extend.ts')).licencesExtend,
  'licences revoke': async () => (await import('#server/commands/devices/licences-revoke.ts')).licencesRevoke,
  'users find': async () => (await import('#server/commands/users/users-find.ts')).usersFind,
  'users show': async () => (await import('#server/commands/users/users-show.ts')).usersShow,
  'users verify-again': async () => (await import('#server/commands/users/users-verify-again.ts')).usersVerifyAgain,
  'users change-email': async () => (await import('#server/commands/users/users-change-email.ts')).usersChangeEmail,
  'users disable': async () => (await import('#server/commands/users/users.ts')).usersDisable,
  'users enable': async () => (await import('#server/commands/users/users.ts')).usersEnable,
  'users unverify': async () => (await import('#server/commands/users/users.ts')).usersUnverify,
  'users delete': async () => (await import('#server/commands/users/users-delete.ts')).usersDelete,
  'users export': async () => (await import('#server/commands/users/users-export.ts')).usersExport,
  'users second-factor-off': async () => (await import('#server/commands/users/users.ts')).usersSecondFactorOff,
  'support log': async () => (await import('#server/commands/users/support-log.ts')).supportLog,
  announce: async () => (await import('#server/commands/announce.ts')).announce,
  'mail notifications': async () =>
    (await import('#server/commands/mail-notifications.ts')).mailNotifications(() => process.stdin),
  'mail test': async () => (await import('#server/commands/mail-test.ts')).mailTest,
  'jobs status': async () => (await import('#server/commands/jobs.ts')).jobsStatus,
  'jobs retry': async () => (await import('#server/commands/jobs.ts')).jobsRetry,
  simulate: async () => (await import('#server/commands/simulate/simulate.ts')).simulate,
  'demo reset': async () => (await import('#server/commands/db/demo-reset.ts')).demoReset,
  'db migrate': async () => (await import('#server/commands/db/db-migrate.ts')).dbMigrate,
  'db backup': async () =>
    (await import('#server/commands/db/db-backup.ts')).dbBackup(process.env['CREDENTIALS_DIRECTORY']),
  'db restore': async () =>
    (await import('#server/commands/db/db-restore.ts')).dbRestore(process.env['CREDENTIALS_DIRECTORY']),
  'db distribute': async () => (await import('#server/commands/db/db-distribute.ts')).dbDistribute,
  // Before the command whose name its own begins with.
  'settings check': async () => (await import('#server/commands/settings-check.ts')).settingsCheck,
  settings: async () => (await import('#server/commands/settings.ts')).settings,
}

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
  const found = Object.entries(commands).find(([name]) => name === args.slice(0, name.split(' ').length).join(' '))
  if (found === undefined) {
    const out = args.length === 0 ? console.log : console.error
    out(await overview(args))
    return args.length === 0 ? 0 : 2
  }
  const [name, load] = found
  const command = await load()
  if (words.includes('--help')) {
    console.log(`wegwarte ${name} ${command.usage}\n\n${command.summary}`)
    return 0
  }
  return runCommand(command, args.slice(name.split(' ').length), { json, envFile })
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
  const { databaseName, openDatabase } = await import('#server/db/connection/open.ts')
  // To stderr: what the command itself says may be read by programs.
  console.error(`Datenbank: ${databaseName(context.settings)}`)
  const { database, close } = await openDatabase(context.settings, 'command')
  try {
    return await run({ ...context, database }, args)
  } finally {
    await close()
  }
}

async function overview(args: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const { summary } = await load()
      return `  ${name.padEnd(18)} ${summary.split('\n', 1).join('')}`
    }),
  )
  const unknown = args.length > 0 ? [`Unbekannter Befehl: ${args.join(' ')}`, ''] : []
  return [
    ...unknown,
    'wegwarte BEFEHL [--help] [--json] [--env-file DATEI], oder --version',
    'In einem Klon, in dem nichts eingerichtet ist: npm run wegwarte -- BEFEHL …',
    '',
    ...lines,
  ].join('\n')
}
