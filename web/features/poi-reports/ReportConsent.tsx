import { useId } from 'react'
import { consents } from '#contract/consents/consents.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import { type CallProblem, isCallProblem } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { reportTexts } from './texts.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { FieldError, saidOf } from '#web/ui/fields/Field.tsx'

const purpose = 'reports'

/** The version of the text that is shown. */
export const reportConsentVersion = currentVersion(purpose)

/**
 * Whether the reporter has to consent first: with the first report, and once the text has changed. Without a connection
 * nobody knows, so everybody is asked.
 */
export function useIsConsentAsked(refusal: CallProblem | null): boolean {
  const { data, isError } = useCall(consents.list, { query: {} })
  if (isCallProblem(refusal, 'CONSENT_REQUIRED')) return true
  if (data === undefined) return isError
  return !data.present.some((one) => one.purpose === purpose && one.state === 'given')
}

interface ReportConsentProps {
  given: boolean
  /** It was sent without. */
  isMissing: boolean
  onChange(given: boolean): void
}

/** Consent that reports are shown to others: one box, which nobody ticks but the reporter. */
export function ReportConsent({ given, isMissing, onChange }: ReportConsentProps) {
  const id = useId()
  const textId = `${id}-text`
  const error = isMissing ? reportTexts.dialog.consentMissing : undefined
  return (
    <Stack gap={2}>
      <Check
        checked={given}
        {...saidOf(id, { error }, textId)}
        onChange={(event) => onChange(event.currentTarget.checked)}
      >
        {reportTexts.dialog.consent}
      </Check>
      <Small id={textId}>{consentText(purpose, reportConsentVersion)}</Small>
      <FieldError of={id} error={error} isAlert />
    </Stack>
  )
}
