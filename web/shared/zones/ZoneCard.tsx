import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { useAction } from '#web/api/queries/action.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { closeWithNotice } from '#web/forms/close-with-notice.ts'
import { circleTexts } from '#web/texts/circle.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Entry, EntryList, type EntryWords } from '#web/ui/text/EntryList.tsx'
import type { StoredZone, ZoneCalls } from './zone-calls.ts'
import type { OneZone } from './ZoneForm.tsx'

type Words = Record<'title' | 'lead' | 'demo' | 'loading' | 'failed' | 'list' | 'full' | 'add' | 'removed', string>

interface ZoneCardProps<Zone extends StoredZone> extends Pick<OneZone, 'PlaceChoice'> {
  calls: ZoneCalls<Zone>
  words: Words & EntryWords & { none?: string }
  /** As many as an account may have. */
  most: number
  detailOf(zone: Zone): string
  Form: ComponentType<OneZone<Zone>>
  /** How one is made without the form. */
  quick?: ReactNode
  /** What else is to be known of this kind of zone. */
  children?: ReactNode
}

/** What zones of one kind do, and the account's own. */
export function ZoneCard<Zone extends StoredZone>({ children, ...props }: ZoneCardProps<Zone>) {
  const { words } = props
  const isDemo = useSession().user?.demo === true
  return (
    <Card title={words.title}>
      <Stack gap={3}>
        <p>{words.lead}</p>
        {children}
        {isDemo ? <Small>{words.demo}</Small> : <Zones {...props} />}
      </Stack>
    </Card>
  )
}

function Zones<Zone extends StoredZone>(props: ZoneCardProps<Zone>) {
  const { calls, words, most, detailOf, Form, quick, PlaceChoice } = props
  const { data, error, isFetching, refetch } = useCall(calls.list)
  const remove = useAction(calls.remove, [calls.list])
  const [open, setOpen] = useState<{ zone: Zone | null } | null>(null)
  if (data === undefined) {
    if (error === null) return <Small>{words.loading}</Small>
    return <LoadFailure title={words.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (open !== null) {
    return (
      <Suspense fallback={<Skeleton lines={6} label={circleTexts.formLoading} />}>
        <Form zone={open.zone} PlaceChoice={PlaceChoice} onClose={() => setOpen(null)} />
      </Suspense>
    )
  }
  const { zones } = data
  const removing = (zoneId: string) => (close: () => void) =>
    remove.mutate({ params: { zoneId } }, closeWithNotice(close, words.removed))
  return (
    <>
      {zones.length === 0 && words.none !== undefined && <Small>{words.none}</Small>}
      {zones.length > 0 && (
        <EntryList label={words.list}>
          {zones.map((zone) => (
            <Entry
              key={zone.id}
              name={zone.name}
              detail={detailOf(zone)}
              words={words}
              removing={remove.isPending}
              onChange={() => setOpen({ zone })}
              onRemove={removing(zone.id)}
            />
          ))}
        </EntryList>
      )}
      {zones.length >= most ? (
        <Small>{words.full}</Small>
      ) : (
        <Row gap={2}>
          {quick}
          <Button kind={quick === undefined ? 'secondary' : 'quiet'} onClick={() => setOpen({ zone: null })}>
            {words.add}
          </Button>
        </Row>
      )}
    </>
  )
}
