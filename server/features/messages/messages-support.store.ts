import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { MessageChannel, MessageState } from '#domain/messages/messages.ts'
import type { Database } from '#server/db/connection/database.ts'

/** The fate of a message to somebody. */
export interface MessageFate {
  kind: string
  channel: MessageChannel
  state: MessageState
  tries: number
  dueAt: Date
  endedAt: Date | null
}

const mostShown = 30

/** The newest messages about an account. Those about alarms are kept longer than they are shown here. */
export async function messagesOf(database: Database, userId: string, now: Date): Promise<MessageFate[]> {
  const since = new Date(now.getTime() - messagesServerLimits.keptDays * dayMs)
  const rows = await database
    .selectFrom('messages')
    .select(['kind', 'channel', 'state', 'tries', 'due_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where('due_at', '>', since)
    .orderBy('due_at', 'desc')
    .orderBy('id')
    .limit(mostShown)
    .execute()
  return rows.map(({ due_at: dueAt, ended_at: endedAt, ...row }) => ({ ...row, dueAt, endedAt }))
}
