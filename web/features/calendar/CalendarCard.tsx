import { useState } from 'react'
import { calendar } from '#contract/calendar/calendar.ts'
import { calendarTexts as texts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { SecretOnce } from '#web/ui/text/SecretOnce.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

/** The secret address under which one's own calendar reads the dates of the vehicles. */
export function CalendarCard() {
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <p>{texts.lead}</p>
        <Address />
      </Stack>
    </Card>
  )
}

function Address() {
  const { data, error, isFetching, refetch } = useCall(calendar.show)
  const make = useAction(calendar.make, [calendar.show])
  const end = useAction(calendar.end, [calendar.show])
  const [path, setPath] = useState<string | null>(null)
  if (data === undefined) {
    if (error === null) return <Skeleton lines={2} label={texts.loading} />
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (path !== null) return <Fresh path={path} onDone={() => setPath(null)} />
  const { address } = data
  const problem = make.error ?? end.error
  return (
    <>
      {address !== null && (
        <Small>
          {texts.since(address.since)} {texts.lastRead(address.lastReadAt)} {texts.ends}
        </Small>
      )}
      {problem !== null && <Notice kind="danger">{messageOf(problem)}</Notice>}
      <Row gap={3}>
        <Button
          kind="secondary"
          busy={make.isPending}
          onClick={() => make.mutate({}, { onSuccess: (made) => setPath(made.path) })}
        >
          {address === null ? texts.make : texts.replace}
        </Button>
        {address !== null && (
          <Button
            kind="quiet"
            busy={end.isPending}
            onClick={() => end.mutate({}, { onSuccess: () => notify('success', texts.ended) })}
          >
            {texts.end}
          </Button>
        )}
      </Row>
    </>
  )
}

/** `webcal:` is what programs of calendars open. */
function Fresh({ path, onDone }: { path: string; onDone(): void }) {
  const address = window.location.origin + path
  return (
    <SecretOnce title={texts.fresh} text={texts.once} value={address} words={texts.address} onDone={onDone}>
      <a href={address.replace(/^https?:/, 'webcal:')}>{texts.open}</a>
    </SecretOnce>
  )
}
