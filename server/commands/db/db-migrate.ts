import type { Command } from '#server/commands/command.ts'
import { migrate } from '#server/db/schema/migrate.ts'

/** Opening the database already migrates it. This command is for an operator who wants that before a start. */
export const dbMigrate: Command = {
  usage: '',
  summary: 'Bringt die Datenbank auf den neuesten Stand.',
  async run({ database, say }) {
    await migrate(database)
    say('Die Datenbank ist auf dem neuesten Stand.')
    return { migrated: true }
  },
}
