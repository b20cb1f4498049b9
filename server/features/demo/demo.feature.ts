import { demoWorldServerLimits } from '#contract/limits/demo-limits.ts'
import { hourMs, secondMs } from '#contract/base/time-units.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { Foundations } from '#server/foundations.ts'
import { isDatabaseAway } from '#server/platform/outage.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import { createDemoStore } from './demo.store.ts'

const { lookSeconds, beatSeconds, freshHours } = demoWorldServerLimits

export function buildDemo(
  { settings, database, clock }: Pick<Foundations, 'settings' | 'database' | 'clock'>,
  { hooks }: { hooks: Hooks },
) {
  const store = createDemoStore(database, hooks)
  /** Builds the demo world, dated from now; removes it where it is switched off. */
  const renew = () => (settings.DEMO ? store.build(clock.now()) : store.remove())

  /** Its devices report once more, or, if it is old, all of it is rebuilt. */
  const keepAlive = async () => {
    const [builtAt, now] = [await store.builtAt(), clock.now()]
    if (builtAt === null || now.getTime() - builtAt.getTime() > freshHours * hourMs) await store.build(now)
    else await store.beat(builtAt, now)
  }

  return {
    renew,

    /**
     * Before anybody comes: without anything a visitor would find no demo account. What an earlier start left there is
     * good until it is renewed. Returns whether that is still to be done.
     */
    async prepare(): Promise<boolean> {
      const isThere = settings.DEMO && (await store.isThere())
      if (!isThere) await renew()
      return isThere
    },

    /** Keeps it alive while somebody looks at it; otherwise nothing is written. Returns how to stop. */
    watch(isLookedAt: () => boolean, log: Foundations['log']): () => Promise<void> {
      let beatAt = Number.NEGATIVE_INFINITY
      let running: Promise<void> = Promise.resolve()
      const look = () => {
        const now = clock.now().getTime()
        if (!isLookedAt() || now - beatAt < beatSeconds * secondMs) return
        beatAt = now
        running = running.then(keepAlive).catch((error: unknown) => {
          // An outage of the database is logged once elsewhere.
          if (!isDatabaseAway(error)) log.warn(errorFields(error), 'the demo world was not kept alive')
        })
      }
      const looking = setInterval(look, lookSeconds * secondMs)
      return () => {
        clearInterval(looking)
        return running
      }
    },
  }
}
