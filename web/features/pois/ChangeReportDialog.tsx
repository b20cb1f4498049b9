import { useState } from 'react'
import { poiReports, type ReportType } from '#contract/poi-reports.ts'
import type { Poi } from '#contract/pois.ts'
import { changeOf, detailsOf } from './report-form.ts'
import { reportTexts } from './report-texts.ts'
import { whyRefused } from './ReportDialog.tsx'
import styles from './ReportDialog.module.css'
import { ReportFields } from './ReportFields.tsx'
import { changedByReports } from './use-map-data.ts'
import { useAction } from '#web/api/action.ts'
import { Dialog, FormFoot } from '#web/kit/Dialog.tsx'
import { notify } from '#web/kit/notify.ts'

interface ChangeReportDialogProps {
  poi: Poi
  type: ReportType
  opened: boolean
  onClose(): void
}

const texts = reportTexts.change

/** What its reporter can put right of a report. */
export function ChangeReportDialog({ opened, ...form }: ChangeReportDialogProps) {
  return (
    <Dialog opened={opened} onClose={form.onClose} title={texts.title}>
      {opened && <ChangeReportForm {...form} />}
    </Dialog>
  )
}

function ChangeReportForm({ poi, type, onClose }: Omit<ChangeReportDialogProps, 'opened'>) {
  const change = useAction(poiReports.correct, changedByReports)
  const [details, setDetails] = useState(() => detailsOf(poi))
  const body = changeOf(type, details)
  const save = () => {
    if (body === null) return
    const saved = () => {
      notify('success', texts.saved)
      onClose()
    }
    change.mutate({ params: { id: poi.id }, body }, { onSuccess: saved })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <ReportFields
        type={type}
        values={details}
        endError={body === null ? reportTexts.dialog.endInvalid : null}
        onChange={setDetails}
      />
      <p className={styles.privacy}>{texts.explanation}</p>
      <FormFoot
        problem={change.error && whyRefused(change.error)}
        action={texts.save}
        busy={change.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
