import type { Queries } from '#server/db/connection/database.ts'

/** Deletes its file. Its worker, if there is one, notices with its next piece. */
export async function endExport(
  queries: Queries,
  id: string,
  state: 'DELETED' | 'EXPIRED' | 'FAILED',
  at: Date,
): Promise<void> {
  await queries
    .updateTable('data_exports')
    .set({ state, worker: null, working_until: null, ended_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING', 'READY'])
    .execute()
  await queries.deleteFrom('data_export_parts').where('export_id', '=', id).execute()
}
