import { savedRoutesServerLimits } from '#contract/saved-routes/saved-routes-limits.ts'
import { passedAt } from '#domain/route-check/departure.ts'
import { germanDay, germanOClock, germanTimeOClock } from '#domain/time/fix-time.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import type { NewsOfRoute } from './saved-routes.service.ts'
import type { DepartingRoute } from './saved-routes.store.ts'

const path = '/route-check'

export function newsEmail(
  { route, departure }: DepartingRoute,
  { news, staleSources }: NewsOfRoute,
  publicUrl: string,
): Email {
  const named = news.slice(0, savedRoutesServerLimits.namedNews)
  const others = news.length - named.length
  return write({
    subject: `Neu auf Ihrer Strecke „${route.name}“`,
    paragraphs: [
      `Am ${germanTimeOClock(new Date(departure.at))} wollen Sie „${route.name}“ fahren. Seit Sie die Strecke zuletzt angesehen haben, ist das dazugekommen:`,
      ...named.map(
        ({ alongMetres, words }) =>
          `km ${kilometres(alongMetres)}, gegen ${germanOClock(passedAt(departure, alongMetres))}: ${words}`,
      ),
      ...(others > 0 ? [`Und ${others} weitere.`] : []),
      ...(staleSources.length > 0 ? [`Nicht aktuell waren dabei: ${staleSources.join(', ')}.`] : []),
    ],
    action: { label: 'Strecke ansehen', url: publicUrl + path },
    after: ['Möchten Sie das nicht mehr? Schalten Sie es unter „Route prüfen“ bei dieser Strecke aus.'],
  })
}

/** Neither a place nor the route's name: others may read a locked screen. */
export function newsPush({ route, departure }: DepartingRoute, news: number): PushMessage {
  return {
    title: `Neu auf Ihrer Strecke für den ${germanDay(new Date(departure.at))}`,
    body: `${news === 1 ? 'Ein neuer Eintrag' : `${news} neue Einträge`}. Tippen Sie, um sie anzusehen.`,
    tag: `saved-route-${route.id}`,
    path,
  }
}

/** `12,4` */
function kilometres(metres: number): string {
  return (metres / 1000).toFixed(1).replace('.', ',')
}
