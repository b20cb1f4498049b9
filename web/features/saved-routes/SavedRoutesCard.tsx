import { type SavedRoute, savedRoutes } from '#contract/saved-routes/saved-routes.ts'
import type { Place } from '#contract/base/place.ts'
import { savedRoutesTexts as texts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useConnection } from '#web/api/calls/connection.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { clock } from '#web/browser/clock.ts'
import { closeWithNotice } from '#web/forms/close-with-notice.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Entry, EntryList } from '#web/ui/text/EntryList.tsx'
import { formatDayTime, formatDistance } from '#web/texts/formats.ts'
import { notify } from '#web/ui/text/notify.ts'

interface SavedRoutesCardProps {
  onOpen(route: SavedRoute, pieces: Place[][]): void
}

/** The routes that a rider keeps, each to be checked again in one tap; nothing while there is none. */
export function SavedRoutesCard({ onOpen }: SavedRoutesCardProps) {
  const isDemo = useSession().user?.demo === true
  return isDemo ? null : <Routes onOpen={onOpen} />
}

function Routes({ onOpen }: SavedRoutesCardProps) {
  const { data, error, isFetching, refetch } = useCall(savedRoutes.list)
  const { lost } = useConnection()
  if (data === undefined) {
    // Without a network they cannot be opened either.
    if (error === null || lost) return null
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data.routes.length === 0) return null
  return (
    <Card title={texts.title}>
      <EntryList label={texts.list}>
        {data.routes.map((route) => (
          <Route key={route.id} route={route} onOpen={onOpen} />
        ))}
      </EntryList>
    </Card>
  )
}

function Route({ route, onOpen }: SavedRoutesCardProps & { route: SavedRoute }) {
  const open = useAction(savedRoutes.open)
  const remove = useAction(savedRoutes.remove, [savedRoutes.list])
  const params = { routeId: route.id }
  const confirm = (close: () => void) => remove.mutate({ params }, closeWithNotice(close, texts.removed))
  return (
    <Entry
      name={route.name}
      detail={detailOf(route)}
      words={texts}
      removing={remove.isPending}
      onChange={() =>
        open.mutate(
          { params },
          {
            onSuccess: ({ route: opened, pieces }) => onOpen(opened, pieces),
            onError: (problem) => notify('danger', messageOf(problem)),
          },
        )
      }
      onRemove={confirm}
    />
  )
}

/** `76 km · Abfahrt 24.11.2026, 09:00 · wird am Abend davor geprüft` */
function detailOf({ lengthMetres, departure, isWatched }: SavedRoute): string {
  const length = formatDistance(lengthMetres)
  if (departure === null) return length
  const time = formatDayTime(departure.at)
  if (Date.parse(departure.at) < clock.now().getTime()) return [length, texts.departed(time)].join(' · ')
  return [length, texts.departsAt(time), ...(isWatched ? [texts.watched] : [])].join(' · ')
}
