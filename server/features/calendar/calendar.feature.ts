import type { Foundations } from '#server/foundations.ts'
import { registerCalendarRoutes } from './calendar.routes.ts'
import { createCalendarService } from './calendar.service.ts'
import { createCalendarStore } from './calendar.store.ts'

export function buildCalendar({ database, clock, api }: Pick<Foundations, 'database' | 'clock' | 'api'>): void {
  registerCalendarRoutes(api, createCalendarService({ store: createCalendarStore(database), clock }))
}
