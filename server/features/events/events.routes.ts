import { events } from '#contract/events/events.ts'
import type { EventsService } from './events.service.ts'
import type { Api } from '#server/http/api.ts'
import { admit, type Authenticate } from '#server/http/caller.ts'
import { EventStream } from '#server/http/event-stream.ts'

export function registerEventsRoutes(api: Api, service: EventsService, authenticate: Authenticate): void {
  api.on(events.stream, async ({ caller, token }) => {
    const begin = service.admit({
      userId: caller.user.id,
      world: caller.user.demo ? 'demo' : 'real',
      isAdmitted: () => isAdmitted(token ?? '', authenticate),
    })
    return new EventStream(begin)
  })
}

/** Watching counts as using the session: only a stream that somebody looks at is open. */
async function isAdmitted(token: string, { session }: Pick<Authenticate, 'session'>): Promise<boolean> {
  const caller = await session(token)
  if (caller === null) return false
  try {
    admit(events.stream.access, caller)
    return true
  } catch {
    return false
  }
}
