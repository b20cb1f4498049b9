import { useInfiniteQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/base/endpoint.ts'
import { messages, type SentMessage } from '#contract/messages/messages.ts'
import { call } from '#web/api/calls/call.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { queryClient, queryKey } from '#web/api/queries/queries.ts'
import { clock } from '#web/browser/clock.ts'
import { formatDayTime, oClock } from '#web/texts/formats.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'
import { addressOf, fateInWords, subjectOf } from './message-words.ts'
import { inboxTexts as texts } from './texts.ts'

interface InboxProps {
  /** What kinds of alarms are called. */
  alarmWords: Readonly<Record<string, string>>
}

/** What was sent to the account, newest first. */
export function Inbox({ alarmWords }: InboxProps) {
  return (
    <Card label={texts.list}>
      <CardParts>
        <List alarmWords={alarmWords} />
      </CardParts>
    </Card>
  )
}

function List({ alarmWords }: InboxProps) {
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useMessages()
  if (isPending) return <Skeleton lines={4} label={texts.loading} />
  if (data === undefined) {
    if (error.status === 401) return null
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data.length === 0) return <p>{texts.empty}</p>
  return (
    <>
      <EntryList label={texts.list}>
        {data.map((message) => (
          <Message key={message.id} message={message} alarmWords={alarmWords} />
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

function useMessages() {
  return useInfiniteQuery<Reply<typeof messages.list>, CallProblem, SentMessage[], unknown[], string | null>(
    {
      queryKey: [...queryKey(messages.list), 'pages'],
      queryFn: ({ signal, pageParam }) =>
        call(messages.list, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
      select: ({ pages }) => pages.flatMap((page) => page.messages),
      staleTime: 0,
    },
    queryClient,
  )
}

const timeOf = (instant: string) => oClock(formatDayTime(instant))

function Message({ message, alarmWords }: InboxProps & { message: SentMessage }) {
  const { dueAt, endedAt, deviceName } = message
  const subject = subjectOf(message, alarmWords)
  const at = timeOf(endedAt ?? dueAt)
  const address = addressOf(message)
  return (
    <EntryRow
      name={subject}
      actions={
        address && (
          <ButtonLink kind="secondary" to={address} aria-label={texts.openOf(subject, at)}>
            {texts.open}
          </ButtonLink>
        )
      }
    >
      <Small>
        {deviceName !== null && `${deviceName} · `}
        <time dateTime={endedAt ?? dueAt}>{at}</time>
      </Small>
      <Small>{fateInWords(message, clock.now(), timeOf)}</Small>
    </EntryRow>
  )
}
