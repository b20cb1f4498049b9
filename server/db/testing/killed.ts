import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'

class Killed extends Error {}

/**
 * Has a process do its work, which is killed after so many statements: its transaction is rolled back.
 * @returns whether it was done before.
 */
export async function isDoneWithin(
  statements: number,
  database: Database,
  work: (dying: Database) => Promise<unknown>,
): Promise<boolean> {
  let count = 0
  const dying = database.withPlugin({
    transformQuery({ node }) {
      count += 1
      if (count > statements) throw new Killed()
      return node
    },
    transformResult: async ({ result }) => result,
  } satisfies KyselyPlugin)
  try {
    await work(dying)
    return true
  } catch (error) {
    if (error instanceof Killed) return false
    throw error
  }
}
