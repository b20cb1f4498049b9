import { sql } from 'kysely'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import type { Settings } from '#server/config.ts'
import { connect } from '#server/db/connection/database.ts'
import { notificationsArrive } from '#server/db/connection/notifications.ts'
import { databaseName, lentSessions, notificationPatienceMs } from '#server/db/connection/open.ts'
import { createMailer } from '#server/foundations.ts'
import { findingsIn, sentencesOf } from '#server/setting-rules.ts'
import type { Clock } from '#server/platform/clock.ts'

const oldestPostgres = 150_000

export const settingsCheck: Command = {
  usage: '',
  summary: 'Prüft die Einstellungen, ohne etwas zu ändern: ob sie gültig sind und Datenbank und Mailserver antworten.',
  needsDatabase: false,
  async run({ settings, clock, say }) {
    const problems = [...(await databaseProblems(settings)), ...(await mailProblems(settings, clock))]
    const warnings = warningsFor(settings)
    for (const warning of warnings) say(`Achtung: ${warning}`)
    if (problems.length > 0) throw new CommandProblem(problems.join('\n'))
    say('Die Einstellungen sind gültig, und was sie nennen, antwortet.')
    return { warnings }
  },
}

/** A unit of systemd or an image may set NODE_ENV, and the file of settings that is checked does not: then both are said. */
function warningsFor(settings: Settings): string[] {
  const findings = findingsIn({ ...settings, production: settings.production || settings.NODE_ENV === undefined })
  const refused = sentencesOf(findings, 'refused')
  return [
    ...(refused.length > 0 ? [`Mit NODE_ENV=production startet das Produkt so nicht: ${refused.join('; ')}`] : []),
    ...sentencesOf(findings, 'warned'),
  ]
}

async function databaseProblems(settings: Settings): Promise<string[]> {
  const url = settings.DATABASE_URL
  if (url === undefined) return []
  const connection = connect({ url })
  try {
    const { rows } = await sql<{ version: number; postgis: boolean }>`
      select current_setting('server_version_num')::int as version,
        exists (select from pg_extension where extname = 'postgis')
          or exists (select from pg_available_extensions where name = 'postgis')
          and (select rolsuper from pg_roles where rolname = current_user) as postgis`.execute(connection.database)
    const [found] = rows
    const arrive = await notificationsArrive(connection, notificationPatienceMs)
    return [
      ...(arrive ? [] : [`${lentSessions}.`]),
      ...(found === undefined || found.version < oldestPostgres
        ? ['DATABASE_URL: PostgreSQL ab Version 15 ist nötig.']
        : []),
      ...(found?.postgis === true
        ? []
        : [
            'DATABASE_URL: PostGIS fehlt in dieser Datenbank. Als Superuser einmal ausführen: create extension postgis',
          ]),
    ]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unbekannt'
    return [`DATABASE_URL: ${databaseName(settings)} antwortet nicht (${code}).`]
  } finally {
    await connection.close()
  }
}

async function mailProblems(settings: Settings, clock: Clock): Promise<string[]> {
  const mailer = createMailer(settings, clock)
  try {
    await mailer.verify()
    return []
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unbekannt'
    return [`SMTP_URL: Der Mailserver antwortet nicht, oder er nimmt Benutzer und Passwort nicht an (${code}).`]
  } finally {
    mailer.close()
  }
}
