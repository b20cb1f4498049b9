import { type RawBuilder, sql } from 'kysely'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { messagesLimits } from '#contract/messages/messages-limits.ts'
import type { SentMessage } from '#contract/messages/messages.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { accountsKinds } from '#domain/messages/inbox.ts'
import type { Database } from '#server/db/connection/database.ts'

export type InboxStore = ReturnType<typeof createInboxStore>

/** What was sent to an account: nothing that went to others, such as emergency contacts. */
export function createInboxStore(database: Database) {
  return {
    /** Newest first: the messages after one, or the newest ones. */
    async page(
      userId: string,
      { before, now }: { before: string | null; now: Date },
    ): Promise<{ messages: SentMessage[]; next: string | null }> {
      const since = new Date(now.getTime() - messagesServerLimits.keptDays * dayMs)
      const rows = await database
        .selectFrom('messages')
        .leftJoin('devices', (join) =>
          join.onRef('devices.id', '=', 'messages.device_id').onRef('devices.user_id', '=', 'messages.user_id'),
        )
        .leftJoin('alarms', 'alarms.id', 'messages.alarm_id')
        .select([
          'messages.id',
          'messages.kind',
          'about',
          'channel',
          'state',
          'due_at',
          'ended_at',
          'alarm_id',
          'digest_id',
        ])
        .select(sql<string>`(extract(epoch from due_at) * 1000000)::bigint`.as('due_micros'))
        .select(['devices.id as device', 'devices.name', 'alarms.kind as alarm_kind'])
        .where('messages.user_id', '=', userId)
        .where('due_at', '>', since)
        .where(sql<boolean>`messages.kind = any(${accountsKinds}::text[])`)
        // In the chain of an alarm, all but the first go to others.
        .where((is) => is.or([is('number', 'is', null), is('number', '=', 0)]))
        .$if(before !== null, (query) => query.where(isAfter(before ?? '', userId)))
        .orderBy('due_at', 'desc')
        .orderBy('messages.id')
        .limit(messagesLimits.pageRows + 1)
        .execute()
      const messages = rows.slice(0, messagesLimits.pageRows).map((row) => ({
        id: row.id,
        kind: row.kind,
        detail: row.alarm_kind ?? (row.kind === 'reminder' ? (row.about[1] ?? null) : null),
        channel: row.channel,
        state: row.state,
        dueAt: row.due_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
        deviceId: row.device,
        deviceName: row.name,
        alarmId: row.alarm_id,
        inDigest: row.digest_id !== null,
      }))
      const last = rows[messagesLimits.pageRows - 1]
      return { messages, next: rows.length > messages.length && last !== undefined ? cursorOf(last) : null }
    },
  }
}

/** By what the list is ordered, as precisely as it is stored: the message itself may be gone when the list goes on. */
function cursorOf({ due_micros: dueMicros, id }: { due_micros: string; id: string }): string {
  return `${dueMicros}.${id}`
}

/** Whether a message of `messages` comes after a page. */
function isAfter(cursor: string, userId: string): RawBuilder<boolean> {
  const [, dueMicros, id] = /^(\d{1,17})\.(.+)$/.exec(cursor) ?? []
  if (dueMicros === undefined || id === undefined) return isAfterMessage(cursor, userId)
  const dueAt = sql`(timestamptz 'epoch' + ${dueMicros}::bigint * interval '1 microsecond')`
  return sql<boolean>`(messages.due_at <= ${dueAt} and (messages.due_at < ${dueAt} or messages.id > ${id}))`
}

/** The cursor of the version before was the id of a message. Goes with the next release. */
function isAfterMessage(messageId: string, userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from messages as last where last.id = ${messageId} and last.user_id = ${userId}
      and (messages.due_at < last.due_at or messages.due_at = last.due_at and messages.id > last.id))`
}
