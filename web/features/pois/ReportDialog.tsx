import { useState } from 'react'
import type { Place } from '#contract/place.ts'
import { poiReports, type ReportType } from '#contract/poi-reports.ts'
import type { Poi } from '#contract/pois.ts'
import { distanceMetres } from '#domain/geo.ts'
import { changeOf, noDetails, type ReportDetails } from './report-form.ts'
import { reportTexts } from './report-texts.ts'
import { untilInWords } from './report-wording.ts'
import styles from './ReportDialog.module.css'
import { ReportFields } from './ReportFields.tsx'
import { ReportTypeChoice } from './ReportTypeChoice.tsx'
import { changedByReports } from './use-map-data.ts'
import { useAction } from '#web/api/action.ts'
import { type CallProblem } from '#web/api/call-problem.ts'
import { clock } from '#web/kit/clock.ts'
import { Dialog, FormFoot } from '#web/kit/Dialog.tsx'
import { createDrafts } from '#web/kit/drafts.ts'
import { formatDistance, formatNumber } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { notify } from '#web/kit/notify.ts'
import { useFoundDraft, useKeptDraft } from '#web/kit/use-draft.ts'

interface ReportDialogProps {
  /** What is reported of; null: closed. */
  place: Place | null
  /** Where the reporter is, if that is known: to tell the place in words. */
  own: Place | null
  onReported(poi: Poi): void
  onClose(): void
}

const texts = reportTexts.dialog

interface ReportDraft {
  place: Place
  type: ReportType
  details: ReportDetails
}

/** The only one, under an empty key. */
export const reportDrafts = createDrafts<ReportDraft>()

export function ReportDialog({ place, own, onReported, onClose }: ReportDialogProps) {
  return (
    <Dialog opened={place !== null} onClose={onClose} title={texts.title}>
      {place !== null && <ReportForm place={place} own={own} onReported={onReported} onClose={onClose} />}
    </Dialog>
  )
}

type ReportFormProps = Omit<ReportDialogProps, 'place'> & { place: Place }

function ReportForm({ place, own, onReported, onClose }: ReportFormProps) {
  const report = useAction(poiReports.report, changedByReports)
  const found = useFoundDraft(reportDrafts, '')
  const [type, setType] = useState(found?.type ?? null)
  const [details, setDetails] = useState(found?.details ?? noDetails)
  useKeptDraft(reportDrafts, '', () => (type === null ? null : { place, type, details }))
  const [sent, setSent] = useState(false)
  const known = type === null ? null : changeOf(type, details)

  const send = () => {
    setSent(true)
    if (type === null || known === null) return
    const told = ({ poi }: { poi: Poi }) => {
      notify('success', thanksFor(poi))
      onReported(poi)
    }
    const { latitude, longitude } = place
    report.mutate({ body: { poiType: type, latitude, longitude, ...known } }, { onSuccess: told })
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p className={styles.place}>{texts.place(placeInWords(place, own))}</p>
      <ReportTypeChoice value={type} error={sent && type === null ? texts.typeMissing : null} onChange={setType} />
      {type !== null && (
        <fieldset className={styles.details}>
          <legend className={styles.legend}>{texts.details}</legend>
          <ReportFields
            type={type}
            values={details}
            endError={sent && known === null ? texts.endInvalid : null}
            onChange={setDetails}
          />
        </fieldset>
      )}
      <DrivingNotice />
      <p className={styles.privacy}>{texts.privacy}</p>
      <FormFoot
        problem={report.error && whyRefused(report.error)}
        action={texts.send}
        cancel={texts.back}
        busy={report.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

function DrivingNotice() {
  return (
    <Notice kind="warning" title={reportTexts.drivingTitle} live={false}>
      {reportTexts.driving}
    </Notice>
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

/** What is wrong with a field says more than that something is. */
export function whyRefused(error: CallProblem): string {
  return Object.values(error.fields)[0] ?? error.message
}
