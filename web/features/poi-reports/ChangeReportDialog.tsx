import { useState } from 'react'
import { poiReports, type ReportType } from '#contract/poi-reports/poi-reports.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { correctionOf, reportDetailsOf, type ReportDetails } from './report-form.ts'
import { reportTexts } from './texts.ts'
import { whyRefused } from './ReportDialog.tsx'
import { ReportFields } from './ReportFields.tsx'
import { changedByReports } from './changed-by-reports.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { changesIn, createDrafts } from '#web/forms/drafts.ts'
import { notify } from '#web/ui/text/notify.ts'
import { useFoundDraft, useKeptDraft, useReopening } from '#web/forms/use-draft.ts'

interface ChangeReportDialogProps {
  poi: Poi
  type: ReportType
  opened: boolean
  onClose(): void
}

const texts = reportTexts.change

/** What reporters can correct in their POI report. */
export function ChangeReportDialog({ poi, type, ...opening }: ChangeReportDialogProps) {
  const { opened, onClose } = useReopening(drafts, poi.id, opening)
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title}>
      {opened && <ChangeReportForm poi={poi} type={type} onClose={onClose} />}
    </Dialog>
  )
}

const drafts = createDrafts<Partial<ReportDetails>>()

function ChangeReportForm({ poi, type, onClose }: Omit<ChangeReportDialogProps, 'opened'>) {
  const change = useAction(poiReports.correct, changedByReports)
  const found = useFoundDraft(drafts, poi.id)
  const [details, setDetails] = useState(() => ({ ...reportDetailsOf(poi), ...found }))
  useKeptDraft(drafts, poi.id, () => changesIn<Record<keyof ReportDetails, string>>(details, reportDetailsOf(poi)))
  const body = correctionOf(type, reportDetailsOf(poi), details)
  const save = () => {
    if (body === null) return
    const saved = () => {
      notify('success', texts.saved)
      onClose()
    }
    change.mutate({ params: { id: poi.id }, body }, { onSuccess: saved })
  }
  return (
    <DialogForm
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
      <Small>{texts.explanation}</Small>
      <FormFoot
        problem={change.error && whyRefused(change.error)}
        action={texts.save}
        busy={change.isPending}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
