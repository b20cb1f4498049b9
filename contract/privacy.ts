import * as z from 'zod/mini'
import { preparedForAll } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'

/** One kind of stored data: German sentences for people, but `title`, `purpose` and `basis`, which are phrases. */
const storedData = z.object({
  id: z.string(),
  title: z.string(),
  what: z.string(),
  purpose: z.string(),
  /** The legal basis, with its article. */
  basis: z.string(),
  kept: z.string(),
  /** Who else gets to know it; null: nobody but the owner of the account and the operator. */
  seenBy: z.nullable(z.string()),
})

const group = z.object({ title: z.string(), records: z.array(storedData) }).check(z.meta({ id: 'StoredData' }))
export type StoredDataGroup = z.output<typeof group>

export const privacy = {
  show: endpoint('GET', '/api/privacy', {
    access: 'public',
    limit: preparedForAll,
    summary:
      'Was über Menschen gespeichert ist, wozu, auf welcher Rechtsgrundlage und wie lange: für die Datenschutzseite.',
    reply: z.array(group),
  }),
}
