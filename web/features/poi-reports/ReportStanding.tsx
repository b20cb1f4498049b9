import { useState } from 'react'
import { poiReports, type ReportType } from '#contract/poi-reports/poi-reports.ts'
import type { Place } from '#contract/base/place.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { isReportable } from '#domain/poi-reports/poi-reports.ts'
import { ChangeReportDialog } from './ChangeReportDialog.tsx'
import { DefinitionList } from '#web/ui/text/DefinitionList.tsx'
import { reportTexts } from './texts.ts'
import { confidenceInWords, votesInWords } from './wording.ts'
import { untilInWords } from '#web/texts/pois.ts'
import styles from './ReportStanding.module.css'
import { changedByReports } from './changed-by-reports.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useQueuedAction } from '#web/api/queries/queued-action.ts'
import type { OutboxChange } from '#web/api/offline/outbox-change.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Badge } from '#web/ui/text/Badge.tsx'
import { clock, useNow } from '#web/browser/clock.ts'
import { ConfirmDialog } from '#web/ui/dialog/Dialog.tsx'
import { sharedNearness } from '#web/shared/places/nearness.ts'
import { notify } from '#web/ui/text/notify.ts'
import { doubtNames } from '#web/texts/pois.ts'

const texts = reportTexts.standing

/** How reliable a POI report is, and until when it is valid. */
export function ReportStanding({ poi }: { poi: Poi }) {
  const now = useNow(30_000)
  const { confidence, expiresAt, own = false, unconfirmed = false } = poi.details
  if (confidence === undefined || !isReportable(poi.poiType)) return null
  return (
    <div className={styles.standing}>
      {unconfirmed && (
        <p>
          <Badge kind="warning">{doubtNames.unconfirmed}</Badge> {texts.onlyNew}
        </p>
      )}
      <DefinitionList
        facts={[
          [texts.confidence, confidenceInWords(confidence)],
          [texts.confirmed, votesInWords(poi, now)],
          [texts.validity, expiresAt === undefined ? null : `gilt ${untilInWords(expiresAt, now)}`],
        ]}
      />
      {own && <p className={styles.own}>{texts.own}</p>}
    </div>
  )
}

/**
 * Buttons for readers who know better, and for the reporter.
 * @param own where the reader is, if that is known.
 */
export function ReportWord({ poi, own }: { poi: Poi; own: Place | null }) {
  const { id, poiType } = poi
  if (!isReportable(poiType)) return null
  if (poi.details.own === true) return <OwnReport poi={poi} type={poiType} />
  const metres = own === null ? null : distanceMetres(own, poi)
  return (
    <>
      <StillThere id={id} type={poiType} metres={metres} />
      <GoneByNow id={id} type={poiType} metres={metres} />
    </>
  )
}

interface VoteProps {
  id: string
  type: ReportType
  /** From the voter; null: not known. */
  metres: number | null
}

function StillThere({ id, type, metres }: VoteProps) {
  const confirm = useQueuedAction(poiReports.confirm, changedByReports, () => voteOf({ id, type, metres }, true))
  const press = () =>
    confirm.mutate(
      { params: { id }, query: { nearness: sharedNearness(metres) } },
      {
        onSuccess: ({ waits }) => (waits ? notify('info', texts.waits) : notify('success', texts.thanksThere)),
        onError: (error) => notify('danger', messageOf(error)),
      },
    )
  return (
    <Button kind="secondary" busy={confirm.isPending} onClick={press}>
      {texts.there}
    </Button>
  )
}

function GoneByNow({ id, type, metres }: VoteProps) {
  const deny = useQueuedAction(poiReports.deny, changedByReports, () => voteOf({ id, type, metres }, false))
  const press = () =>
    deny.mutate(
      { params: { id }, query: { nearness: sharedNearness(metres) } },
      {
        onSuccess: (answer) => {
          if (answer.waits) notify('info', texts.waits)
          else notify('success', answer.reply.poi.details.confidence === 0 ? texts.ended : texts.thanksGone)
        },
        onError: (error) => notify('danger', messageOf(error)),
      },
    )
  return (
    <Button kind="secondary" busy={deny.isPending} onClick={press}>
      {texts.gone}
    </Button>
  )
}

function voteOf({ id, type, metres }: VoteProps, confirms: boolean): OutboxChange {
  const nearness = sharedNearness(metres)
  return { kind: 'vote', id, poiType: type, confirms, seenAt: clock.now().toISOString(), nearness }
}

function OwnReport({ poi, type }: { poi: Poi; type: ReportType }) {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen('change')}>
        {texts.change}
      </Button>
      <Button kind="remove" onClick={() => setOpen('remove')}>
        {texts.remove}
      </Button>
      <ChangeReportDialog poi={poi} type={type} opened={open === 'change'} onClose={close} />
      <RemoveReportDialog id={poi.id} opened={open === 'remove'} onClose={close} />
    </>
  )
}

function RemoveReportDialog({ id, opened, onClose }: { id: string; opened: boolean; onClose(): void }) {
  const remove = useAction(poiReports.withdraw, changedByReports)
  const confirm = () =>
    remove
      .mutateAsync({ params: { id } })
      .then(() => notify('success', reportTexts.remove.done))
      .catch((error: unknown) => {
        onClose()
        notify('danger', messageOf(error))
      })
  return (
    <ConfirmDialog
      opened={opened}
      title={reportTexts.remove.title}
      action={reportTexts.remove.action}
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{reportTexts.remove.explanation}</p>
    </ConfirmDialog>
  )
}
