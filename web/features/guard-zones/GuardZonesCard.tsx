import { Suspense, useState } from 'react'
import { type GuardZone, guardZones } from '#contract/guard-zones/guard-zones.ts'
import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import { scheduleInWords } from './schedule-words.ts'
import { guardZonesTexts as texts } from './texts.ts'
import { useMakeHere } from './use-make-here.ts'
import { presets } from './zone-draft.ts'
import { useAction } from '#web/api/queries/action.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { closeWithNotice } from '#web/forms/close-with-notice.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Entry, EntryList } from '#web/ui/text/EntryList.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { formatDistance } from '#web/texts/formats.ts'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import type { PlaceChoice } from '#web/map/layers/CircleField.tsx'

const GuardZoneForm = lazyWithRetry(async () => (await import('./GuardZoneForm.tsx')).GuardZoneForm)

interface GuardZonesProps {
  /** Where it stands a zone is made in one tap. */
  deviceId: string
  PlaceChoice: PlaceChoice
}

/** Places where the alarm is raised more or less readily: the account's own, and how to make one. */
export function GuardZonesCard(props: GuardZonesProps) {
  const isDemo = useSession().user?.demo === true
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <p>{texts.lead}</p>
        {isDemo ? <Small>{texts.demo}</Small> : <Zones {...props} />}
      </Stack>
    </Card>
  )
}

function Zones({ deviceId, PlaceChoice }: GuardZonesProps) {
  const { data, error, isFetching, refetch } = useCall(guardZones.list)
  const [open, setOpen] = useState<{ zone: GuardZone | null } | null>(null)
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (open !== null) {
    return (
      <Suspense fallback={<Skeleton lines={6} label={texts.formLoading} />}>
        <GuardZoneForm zone={open.zone} PlaceChoice={PlaceChoice} onClose={() => setOpen(null)} />
      </Suspense>
    )
  }
  const { zones } = data
  return (
    <>
      {zones.length > 0 && (
        <EntryList label={texts.list}>
          {zones.map((zone) => (
            <Zone key={zone.id} zone={zone} onChange={() => setOpen({ zone })} />
          ))}
        </EntryList>
      )}
      {zones.length >= guardZonesLimits.most ? (
        <Small>{texts.full}</Small>
      ) : (
        <Makers deviceId={deviceId} onOther={() => setOpen({ zone: null })} />
      )}
    </>
  )
}

function Makers({ deviceId, onOther }: { deviceId: string; onOther(): void }) {
  const { make, busy } = useMakeHere(deviceId)
  return (
    <Row gap={2}>
      {(['home', 'work'] as const).map((name) => (
        <Button key={name} kind="secondary" busy={busy} onClick={() => make(presets[name])}>
          {texts.presets[name].button}
        </Button>
      ))}
      <Button kind="quiet" onClick={onOther}>
        {texts.add}
      </Button>
    </Row>
  )
}

function Zone({ zone, onChange }: { zone: GuardZone; onChange(): void }) {
  const { id, name, radiusMetres, sharpness, schedule } = zone
  const remove = useAction(guardZones.remove, [guardZones.list])
  const confirm = (close: () => void) =>
    remove.mutate({ params: { zoneId: id } }, closeWithNotice(close, texts.removed))
  const detail = [
    texts.sharpnesses[sharpness].label,
    scheduleInWords(schedule),
    texts.around(formatDistance(radiusMetres)),
  ].join(', ')
  return (
    <Entry
      name={name}
      detail={detail}
      words={texts}
      removing={remove.isPending}
      onChange={onChange}
      onRemove={confirm}
    />
  )
}
