import { sql } from 'kysely'
import { demoSource, type World } from '#domain/demo/demo.ts'

/** The condition on rows with a `source` that belong to a world. */
export function isOf(world: World) {
  return world === 'demo' ? sql<boolean>`source = ${demoSource}` : sql<boolean>`source <> ${demoSource}`
}
