import { instant, numbered, register, type Rows, table, text } from '#server/db/schema/register.ts'

export type ConfigTables = Rows<typeof announcementsRegister>

export const announcementsRegister = register(null, {
  /** One row at most. */
  announcements: table(
    {
      impersonal: 'Was der Betreiber allen in der App ankündigt, etwa eine Wartung.',
      kept: { days: 1, by: 'ends_at' },
    },
    {
      id: numbered(),
      text: text(),
      /** When what it announces begins and ends; it is shown from the beginning. */
      begins_at: instant(),
      ends_at: instant(),
      made_at: instant(),
    },
  ),
})
