import { sql } from 'kysely'
import { demoClosure } from '#domain/demo/demo-closures.ts'
import { demoLabel, demoSource } from '#domain/demo/demo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { GeometryValue } from '#server/db/schema/register.ts'

export const closuresHooks: Partial<Hooks> = {
  async demoBuilt(writing) {
    const { id, name, rules } = demoClosure
    const line = textOfLine(demoClosure.line)
    await writing
      .insertInto('closures')
      .values({
        id,
        source: demoSource,
        name,
        line,
        road: sql<GeometryValue>`st_linefromencodedpolyline(${line})`,
        rules: JSON.stringify(rules),
        attribution: demoLabel,
      })
      .execute()
  },

  async demoRemoved(writing) {
    await writing.deleteFrom('closures').where('source', '=', demoSource).execute()
  },
}
