import { useInfiniteQuery } from '@tanstack/react-query'
import { activity, type ActivityEntry } from '#contract/activity/activity.ts'
import type { User } from '#contract/auth/auth.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { sentenceOf } from '#domain/activity/sentences.ts'
import { call } from '#web/api/calls/call.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { queryClient, queryKey } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatDayTime, oClock } from '#web/texts/formats.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'
import { activityActorWords, activityTexts as texts } from './texts.ts'

/** What happened in the account, newest first. */
export function ActivityCard({ user }: { user: User }) {
  return (
    <Card title={texts.title}>
      <CardParts>
        <p>{user.demo ? texts.demo : texts.lead}</p>
        {!user.demo && <List />}
      </CardParts>
    </Card>
  )
}

function List() {
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useEntries()
  if (isPending) return <Skeleton lines={4} label={texts.loading} />
  if (data === undefined) {
    if (error.status === 401) return null
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data.length === 0) return <p>{texts.empty}</p>
  return (
    <>
      <EntryList label={texts.title}>
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </EntryList>
      {error !== null && error.status !== 401 && (
        <LoadFailure title={texts.moreFailed} error={error} busy={isFetching} onRetry={() => void fetchNextPage()} />
      )}
      {hasNextPage && error === null && (
        <Button kind="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      {!hasNextPage && <Small>{texts.end}</Small>}
    </>
  )
}

function useEntries() {
  return useInfiniteQuery<Reply<typeof activity.list>, CallProblem, ActivityEntry[], unknown[], string | null>(
    {
      queryKey: [...queryKey(activity.list), 'pages'],
      queryFn: ({ signal, pageParam }) =>
        call(activity.list, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
      select: ({ pages }) => pages.flatMap((page) => page.entries),
      staleTime: 0,
    },
    queryClient,
  )
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { at, kind, deviceName, detail, actor } = entry
  const more = [deviceName, detail, activityActorWords[actor]].filter((words) => words !== null)
  return (
    <EntryRow name={sentenceOf(kind)} actions={null}>
      <Small>
        <time dateTime={at}>{oClock(formatDayTime(at))}</time>
        {more.map((words) => ` · ${words}`).join('')}
      </Small>
    </EntryRow>
  )
}
