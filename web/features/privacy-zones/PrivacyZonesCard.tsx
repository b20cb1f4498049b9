import { useState } from 'react'
import { type PrivacyZone, privacyZones } from '#contract/privacy-zones/privacy-zones.ts'
import { privacyZonesLimits } from '#contract/privacy-zones/privacy-zones-limits.ts'
import styles from './PrivacyZones.module.css'
import { privacyZonesTexts as texts } from './texts.ts'
import { ZoneForm } from './ZoneForm.tsx'
import { useAction } from '#web/api/queries/action.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { closeWithNotice } from '#web/forms/close-with-notice.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Entry, EntryList } from '#web/ui/text/EntryList.tsx'
import { formatDistance } from '#web/texts/formats.ts'
import { Details } from '#web/ui/text/Details.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import type { PlaceChoice } from '#web/map/layers/CircleField.tsx'

/** Places whose surroundings others are not shown: what they do, where they do not apply, and the account's own. */
export function PrivacyZonesCard({ PlaceChoice }: { PlaceChoice: PlaceChoice }) {
  const isDemo = useSession().user?.demo === true
  return (
    <Card title={texts.title}>
      <div className={styles.parts}>
        <p>{texts.lead}</p>
        <Details line={texts.notForPolice}>
          <p>{texts.police}</p>
          <p>{texts.edge}</p>
        </Details>
        {isDemo ? <Small>{texts.demo}</Small> : <Zones PlaceChoice={PlaceChoice} />}
      </div>
    </Card>
  )
}

function Zones({ PlaceChoice }: { PlaceChoice: PlaceChoice }) {
  const { data, error, isFetching, refetch } = useCall(privacyZones.list)
  const [open, setOpen] = useState<{ zone: PrivacyZone | null } | null>(null)
  const close = () => setOpen(null)
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (open !== null) return <ZoneForm zone={open.zone} PlaceChoice={PlaceChoice} onClose={close} />
  const { zones } = data
  const isFull = zones.length >= privacyZonesLimits.most
  return (
    <>
      {zones.length === 0 ? (
        <Small>{texts.none}</Small>
      ) : (
        <EntryList label={texts.list}>
          {zones.map((zone) => (
            <Zone key={zone.id} zone={zone} onChange={() => setOpen({ zone })} />
          ))}
        </EntryList>
      )}
      {isFull ? (
        <Small>{texts.full}</Small>
      ) : (
        <Button kind="secondary" onClick={() => setOpen({ zone: null })}>
          {texts.add}
        </Button>
      )}
    </>
  )
}

function Zone({ zone: { id, name, radiusMetres }, onChange }: { zone: PrivacyZone; onChange(): void }) {
  const remove = useAction(privacyZones.remove, [privacyZones.list])
  const confirm = (close: () => void) =>
    remove.mutate({ params: { zoneId: id } }, closeWithNotice(close, texts.removed))
  return (
    <Entry
      name={name}
      detail={texts.around(formatDistance(radiusMetres))}
      words={texts}
      removing={remove.isPending}
      onChange={onChange}
      onRemove={confirm}
    />
  )
}
