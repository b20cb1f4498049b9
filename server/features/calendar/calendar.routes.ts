import { calendar } from '#contract/calendar/calendar.ts'
import type { Api } from '#server/http/api.ts'
import type { CalendarService } from './calendar.service.ts'

export function registerCalendarRoutes(api: Api, service: CalendarService): void {
  api.on(calendar.show, ({ caller }) => service.show(caller.user.id))
  api.on(calendar.make, ({ caller, header }) => {
    header('cache-control', 'no-store')
    return service.make(caller.user.id, caller.sessionId)
  })
  api.on(calendar.end, async ({ caller }) => {
    await service.end(caller.user.id)
    return {}
  })
  api.on(calendar.file, async ({ params, header }) => {
    const content = Buffer.from(await service.file(params.token))
    header('cache-control', 'private, no-cache')
    header('x-robots-tag', 'noindex, nofollow')
    return { fileName: 'wegwarte.ics', content }
  })
}
