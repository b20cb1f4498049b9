import { days, type WorldPart } from '#server/db/testing/writer.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'

export const retentionWriters: WorldPart = {
  writers: [{ name: 'the end of what is old', write: (on) => deleteOld(on, days(150)), isPartial: true }],
}
