import type { StoredDataGroup } from '#contract/privacy.ts'
import { basisInWords, dataGroups } from '#server/db/schema/data-records.ts'
import type { Register } from '#server/db/schema/register.ts'

/** What the registers say to people, in their order. */
export function storedData(registers: readonly Register[]): StoredDataGroup[] {
  const records = registers.flatMap(({ about }) => (about === null ? [] : [about]))
  return Object.entries(dataGroups).map(([name, title]) => ({
    title,
    records: records
      .filter(({ group }) => group === name)
      .map(({ id, title, what, purpose, basis, kept, seenBy = null }) => ({
        id,
        title,
        what,
        purpose,
        basis: basisInWords(basis),
        kept,
        seenBy,
      })),
  }))
}
