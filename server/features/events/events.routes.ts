import { events } from '#contract/events/events.ts'
import type { LiveEvent } from '#contract/events/events.ts'
import type { TokenScope } from '#contract/base/token-scope.ts'
import type { EventsService } from './events.service.ts'
import type { Api } from '#server/http/api.ts'
import { admit, type Authenticate, identify, type Program, type SignedIn } from '#server/http/caller.ts'
import { EventStream } from '#server/http/event-stream.ts'

export function registerEventsRoutes(api: Api, service: EventsService, authenticate: Authenticate): void {
  api.on(events.stream, async ({ caller, token }) => {
    const begin = service.admit({
      userId: caller.user.id,
      reader: caller.kind === 'program' ? caller.tokenId : caller.user.id,
      world: caller.user.demo ? 'demo' : 'real',
      mayHear: (event) => mayHear(caller, event),
      isAdmitted: () => isAdmitted(token ?? '', authenticate),
    })
    return new EventStream(begin)
  })
}

/** What each kind of event tells of; the others are nobody's own. */
const scopeOf: Partial<Record<LiveEvent['type'], TokenScope>> = {
  position: 'POSITIONS',
  alarm: 'ALARMS',
  device: 'DEVICES',
}

function mayHear(caller: SignedIn | Program, { type }: LiveEvent): boolean {
  const scope = scopeOf[type]
  return caller.kind === 'user' || scope === undefined || caller.scopes.includes(scope)
}

/** Watching counts as using the session: only a stream that somebody looks at is open. */
async function isAdmitted(token: string, authenticate: Authenticate): Promise<boolean> {
  const caller = await identify({ authorization: `Bearer ${token}` }, authenticate)
  try {
    admit(events.stream, caller)
    return true
  } catch {
    return false
  }
}
