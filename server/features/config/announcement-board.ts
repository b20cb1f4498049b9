import type { Logger } from 'pino'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { announcementWords } from '#domain/config/announcement-words.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/db/connection/database.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import { type Announcement, announced } from './announcements.store.ts'

/** Keeps what is announced, so that no answer asks the database for it. A look costs one row; what fails changes nothing. */
export function createAnnouncementBoard({
  database,
  clock,
  log,
}: {
  database: Database
  clock: Pick<Clock, 'now'>
  log: Pick<Logger, 'warn'>
}) {
  let known: Announcement | null = null
  const look = async () => {
    try {
      known = await announced(database, clock.now())
    } catch (error) {
      log.warn(errorFields(error), 'what is announced could not be read')
    }
  }
  return {
    look,
    /** Null once it is over, also between two looks. */
    words: (): string | null => (known === null || known.endsAt <= clock.now() ? null : announcementWords(known)),
    /** Looks now, and again and again. */
    async watch(): Promise<{ stop(): void }> {
      await look()
      const timer = setInterval(() => void look(), supportServerLimits.lookForAnnouncementsSeconds * secondMs)
      return { stop: () => clearInterval(timer) }
    },
  }
}
