import { useState } from 'react'
import { consents } from '#contract/consents/consents.ts'
import type { Place } from '#contract/base/place.ts'
import { poiReports, type ReportType } from '#contract/poi-reports/poi-reports.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { reportedOf, noDetails, type ReportDetails } from './report-form.ts'
import { reportTexts } from './texts.ts'
import { untilInWords } from '#web/texts/pois.ts'
import styles from './ReportDialog.module.css'
import { ReportConsent, reportConsentVersion, useIsConsentAsked } from './ReportConsent.tsx'
import { ReportFields } from './ReportFields.tsx'
import { ReportTypeChoice } from './ReportTypeChoice.tsx'
import { changedByReports } from './changed-by-reports.ts'
import { useQueuedAction } from '#web/api/queries/queued-action.ts'
import type { AnsweredOrWaits } from '#web/api/offline/outbox.ts'
import { type CallProblem } from '#web/api/calls/call-problem.ts'
import { clock } from '#web/browser/clock.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { createDrafts } from '#web/forms/drafts.ts'
import { formatDistance, formatNumber } from '#web/texts/formats.ts'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'
import { Details } from '#web/ui/text/Details.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { useFoundDraft, useKeptDraft } from '#web/forms/use-draft.ts'

interface ReportDialogProps {
  /** The place of the report; null: the dialogue is closed. */
  place: Place | null
  /** What was chosen before; null: nothing yet. */
  type: ReportType | null
  /** The reporter's place, if it is known: to describe the place in words. */
  own: Place | null
  /** @param poi null: it waits for a connection. */
  onReported(poi: Poi | null): void
  onClose(): void
}

const texts = reportTexts.dialog

interface ReportDraft {
  place: Place
  type: ReportType
  details: ReportDetails
}

/** There is only one draft, under an empty key. */
export const reportDrafts = createDrafts<ReportDraft>()

export function ReportDialog({ place, type, own, onReported, onClose }: ReportDialogProps) {
  return (
    <Dialog opened={place !== null} onClose={onClose} title={texts.title}>
      {place !== null && <ReportForm place={place} type={type} own={own} onReported={onReported} onClose={onClose} />}
    </Dialog>
  )
}

type ReportFormProps = Omit<ReportDialogProps, 'place'> & { place: Place }

function ReportForm({ place, type: chosen, own, onReported, onClose }: ReportFormProps) {
  const report = useQueuedAction(poiReports.report, [...changedByReports, consents.list], ({ body }) => ({
    kind: 'report',
    report: { ...body, seenAt: clock.now().toISOString() },
  }))
  const isConsentAsked = useIsConsentAsked(report.error)
  const [consented, setConsented] = useState(false)
  const found = useFoundDraft(reportDrafts, '')
  const [type, setType] = useState(found?.type ?? chosen)
  const [details, setDetails] = useState(found?.details ?? noDetails)
  useKeptDraft(reportDrafts, '', () => (type === null ? null : { place, type, details }))
  const [sent, setSent] = useState(false)
  const known = type === null ? null : reportedOf(type, details)

  const send = () => {
    setSent(true)
    if (type === null || known === null || (isConsentAsked && !consented)) return
    const announce = (answer: AnsweredOrWaits<{ poi: Poi }>) => {
      if (answer.waits) notify('info', texts.waits)
      else notify('success', thanksFor(answer.reply.poi))
      onReported(answer.waits ? null : answer.reply.poi)
    }
    const { latitude, longitude } = place
    const consent = isConsentAsked ? { consentVersion: reportConsentVersion } : {}
    report.mutate({ body: { poiType: type, latitude, longitude, ...known, ...consent } }, { onSuccess: announce })
  }

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p className={styles.place}>{texts.place(placeInWords(place, own))}</p>
      <ReportTypeChoice value={type} error={sent && type === null ? texts.typeMissing : null} onChange={setType} />
      {type !== null && (
        <FieldGroup legend={texts.details} gap={3}>
          <ReportFields
            type={type}
            values={details}
            endError={sent && known === null ? texts.endInvalid : null}
            onChange={setDetails}
          />
        </FieldGroup>
      )}
      <DrivingNotice />
      <Small>{texts.privacy}</Small>
      {isConsentAsked && <ReportConsent given={consented} isMissing={sent && !consented} onChange={setConsented} />}
      <FormFoot
        problem={report.error && whyRefused(report.error)}
        action={texts.send}
        cancel={texts.back}
        busy={report.isPending}
        onCancel={onClose}
      />
    </DialogForm>
  )
}

function DrivingNotice() {
  return (
    <Details line={reportTexts.drivingTitle}>
      <p>{reportTexts.driving}</p>
    </Details>
  )
}

function placeInWords(place: Place, own: Place | null): string {
  if (own === null) return texts.middle(formatNumber(place.latitude, 4), formatNumber(place.longitude, 4))
  const metres = distanceMetres(own, place)
  return metres < 25 ? texts.onOwnPlace : texts.awayFromOwnPlace(formatDistance(metres))
}

function thanksFor({ details: { own, expiresAt } }: Poi): string {
  if (own !== true || expiresAt === undefined) return texts.wasKnown
  return texts.sent(untilInWords(expiresAt, clock.now()))
}

/** The message about a field says more than the general message. */
export function whyRefused(error: CallProblem): string {
  return Object.values(error.fields)[0] ?? error.message
}
