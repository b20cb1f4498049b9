import { phoneCodeForm, type PhoneState } from '#contract/phones/phones.ts'
import type { PhoneCalls } from './phone-calls.ts'
import { phonesTexts as texts } from './texts.ts'
import { useTask } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { formatTime, oClock } from '#web/texts/formats.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'

interface CodeEntryProps extends Pick<PhoneCalls, 'confirm'> {
  asked: NonNullable<PhoneState['asked']>
  onConfirmed(state: PhoneState): void
  /** Another number, or another code. */
  onAgain(): void
}

/** The second step: the code that came to the number. */
export function CodeEntry({ asked, confirm, onConfirmed, onAgain }: CodeEntryProps) {
  const form = useContractForm(phoneCodeForm, { code: '' })
  const confirming = useTask({ run: confirm })
  const submit = form.onSubmit(
    ({ code }) =>
      confirming.mutate(code.trim(), {
        onSuccess: onConfirmed,
        onError: (problem) => showFieldProblems(form, problem),
      }),
    (errors) => focusFirst(form, errors),
  )
  const isAtField = Object.keys(confirming.error?.fields ?? {}).length > 0
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <p role="status">{texts.asked[asked.channel](asked.ending)}</p>
      <TextField
        {...form.getInputProps('code')}
        label={texts.code}
        description={texts.codeHint(oClock(formatTime(asked.codeEndsAt)))}
        inputMode="numeric"
        autoComplete="one-time-code"
        digits
        autoFocus
        required
      />
      <FormFoot
        problem={confirming.error === null || isAtField ? null : messageOf(confirming.error)}
        action={texts.confirm}
        busy={confirming.isPending}
        cancel={texts.again}
        onCancel={onAgain}
      />
    </Stack>
  )
}
