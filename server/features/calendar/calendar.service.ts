import { calendarFile } from '#domain/calendar/calendar-file.ts'
import { calendarEntries } from '#domain/calendar/entries.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { Problem } from '#server/http/problem.ts'
import { createSecret, hashOf, looksLikeToken } from '#server/platform/secrets.ts'
import type { CalendarStore } from './calendar.store.ts'

export type CalendarService = ReturnType<typeof createCalendarService>

/** The dates of an account, at its secret address. */
export function createCalendarService({ store, clock }: { store: CalendarStore; clock: Clock }) {
  return {
    async show(userId: string) {
      const address = await store.address(userId)
      if (address === null) return { address }
      return {
        address: { since: address.since.toISOString(), lastReadAt: address.lastReadAt?.toISOString() ?? null },
      }
    },

    /** Only its hash is stored. */
    async make(userId: string, sessionId: string): Promise<{ path: string }> {
      const { token, hash } = createSecret()
      const isMade = await store.put({ userId, sessionId, tokenHash: hash, at: clock.now() })
      if (!isMade) throw new Problem('UNAUTHORIZED')
      return { path: `/api/calendar/${token}/wegwarte.ics` }
    },

    end: (userId: string): Promise<void> => store.end(userId),

    /** @throws {Problem} NOT_FOUND: whether it ever was one is nobody's business. */
    async file(token: string): Promise<string> {
      const now = clock.now()
      const userId = looksLikeToken(token) ? await store.reader(hashOf(token), now) : null
      if (userId === null) throw new Problem('NOT_FOUND')
      const [licences, vehicles] = [await store.licences(userId, now), await store.vehicles(userId)]
      return calendarFile('Wegwarte', calendarEntries(licences, vehicles, berlinDay(now.toISOString())), now)
    },
  }
}
