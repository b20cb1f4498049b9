import { isGuarding } from '#domain/alarms/guard.ts'
import { usualPlaces } from '#domain/alarms/overnight.ts'
import { pauseAt, resting } from '#domain/alarms/pauses.ts'
import type { Clock } from '#server/platform/clock.ts'
import { Problem } from '#server/http/problem.ts'
import { hashOf, looksLikeToken } from '#server/platform/secrets.ts'
import type { OwnRidesStore } from './own-rides.store.ts'
import { shownPause } from './shown-pause.ts'

export type OwnRidesService = ReturnType<typeof createOwnRidesService>

const missed =
  'Dieses Fahrzeug ist als gestohlen oder verdächtig gemeldet: Sein Alarm pausiert nicht. Haben Sie es zurück, sagen Sie das nach der Anmeldung.'

/** „Das bin ich“: the reader of the owner's mailbox says that an alarm was their own ride, without signing in. */
export function createOwnRidesService({ answers, clock }: { answers: OwnRidesStore; clock: Clock }) {
  return {
    /** Each alarm is answered once, so that an old e-mail pauses nothing later. */
    async say(token: string) {
      const now = clock.now()
      const hash = hashOf(token)
      const link = looksLikeToken(token) ? await answers.link(hash) : null
      if (link === null) throw new Problem('ALARM_LINK_UNKNOWN')
      if (link.usedAt !== null) throw new Problem('ALARM_ANSWERED')
      if (link.isMissed) throw new Problem('ALARM_LINK_ENDED', { message: missed })
      if (link.expiresAt <= now) throw new Problem('ALARM_LINK_ENDED')
      const device = await answers.answer(hash, link, now, async ({ mode, guarded }, nights) =>
        guarded === null || !isGuarding(mode)
          ? null
          : resting(guarded.guard, { wish: 'RIDE', homes: usualPlaces(await nights()) }, now),
      )
      if (device === null) throw new Problem('ALARM_ANSWERED')
      const { guarded } = device
      return { deviceName: link.deviceName, pause: shownPause(guarded && pauseAt(guarded.guard, now)) }
    },
  }
}
