import { consents } from '#contract/consents/consents.ts'
import type { Place } from '#contract/base/place.ts'
import { type NewReport, poiReports } from '#contract/poi-reports/poi-reports.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { whyRefused } from './ReportDialog.tsx'
import { changedByReports } from './changed-by-reports.ts'
import { ReportedActions } from './ReportedActions.tsx'
import { reportTexts, tileNames } from './texts.ts'
import type { TileType } from './ReportTiles.tsx'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useQueuedAction } from '#web/api/queries/queued-action.ts'
import { outbox } from '#web/api/offline/outbox.ts'
import { clock } from '#web/browser/clock.ts'
import { notify } from '#web/ui/text/notify.ts'

const texts = reportTexts.tiles

/** What was reported by a tap, and how it is taken back. */
export interface Moved {
  type: TileType
  takeBack(): Promise<boolean>
}

interface ReportHere {
  /** @param poi null: it waits for a connection. */
  onReported(poi: Poi | null): void
  /** The reporter has to consent first. */
  onConsentMissing(type: TileType, place: Place): void
  /** What was reported is about to be taken back. */
  onTakeBack(): void
  /** It is elsewhere. */
  onMove(reported: Moved): void
}

/** Reports at once, says so, and lets the reporter take it back or move it. */
export function useReportHere({ onReported, onConsentMissing, onTakeBack, onMove }: ReportHere) {
  const report = useQueuedAction(poiReports.report, [...changedByReports, consents.list], ({ body }) => ({
    kind: 'report',
    report: { ...body, seenAt: clock.now().toISOString() },
  }))
  const withdraw = useAction(poiReports.withdraw, changedByReports)

  const takeBackSent = (id: string) => {
    // What is shown is about to be gone.
    onTakeBack()
    return withdraw.mutateAsync({ params: { id } }).then(
      () => true,
      (error: unknown) => {
        notify('danger', messageOf(error))
        return false
      },
    )
  }
  const send = (type: TileType, place: Place, where: string) => {
    const { latitude, longitude } = place
    const body: NewReport = { poiType: type, latitude, longitude }
    report.mutate(
      { body },
      {
        onSuccess: (answer) => {
          onReported(answer.waits ? null : answer.reply.poi)
          if (answer.waits) return say(texts.waits(tileNames[type]), { type, takeBack: () => takeBackWaiting(body) })
          const { poi, isNew } = answer.reply
          const reported = { type, takeBack: () => takeBackSent(poi.id) }
          if (isNew === true) return say(texts.reported(tileNames[type], where), reported)
          // The same answer again adds nothing that could be taken back.
          if (poi.details.own === true) notify('info', texts.wasYours)
          else say(reportTexts.dialog.wasKnown, reported)
        },
        onError: (error) => {
          if (error.code === 'CONSENT_REQUIRED') onConsentMissing(type, place)
          else notify('danger', whyRefused(error))
        },
      },
    )
  }
  const say = (text: string, reported: Moved) => {
    const undo = async () => {
      if (await reported.takeBack()) notify('success', texts.undone)
    }
    notify('success', text, (close) => (
      <ReportedActions onMove={() => onMove(reported)} onUndo={() => void undo()} close={close} />
    ))
  }
  return { send, busy: report.isPending }
}

/** Before it is sent; false if it has been sent meanwhile. */
async function takeBackWaiting(body: NewReport): Promise<boolean> {
  const waiting = outbox.current().findLast(({ change }) => change.kind === 'report' && isSame(change.report, body))
  if (waiting === undefined) {
    notify('info', texts.sentMeanwhile)
    return false
  }
  await outbox.drop(waiting.name)
  return true
}

function isSame(one: NewReport, other: NewReport): boolean {
  return one.poiType === other.poiType && one.latitude === other.latitude && one.longitude === other.longitude
}
