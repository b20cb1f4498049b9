import { integer, register, type Rows, smallint, table, text, texts } from '#server/db/schema/register.ts'

export type RidingTables = Rows<typeof ridingRegister>

export const ridingRegister = register(null, {
  /** Of hazards whose source knows no line, as far as the operator's base map tells. */
  hazard_lines: table(
    { impersonal: 'Straßen der Gefahren auf der Karte, nach der Grundkarte des Betreibers.' },
    {
      poi_id: text(),
      /** A hash of what the lines were made of. */
      made_of: text(),
      /** The version of the base map. */
      map: text(),
      /** As short texts (`domain/riding/road-line.ts`); none: the map does not tell. */
      lines: texts(),
      /** For whom the hazard is, where its road may be driven in one direction only. */
      direction: smallint().orNull,
    },
  ),
  hazard_line_shares: table(
    { impersonal: 'Wie viele Gefahren jeder Quelle eine Straße haben.' },
    {
      source: text(),
      hazards: integer(),
      with_line: integer(),
    },
  ),
})
