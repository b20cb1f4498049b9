import { useState } from 'react'
import { accountLimits } from '#contract/account/account-limits.ts'
import { account, passwordChangeForm } from '#contract/account/account.ts'
import type { User } from '#contract/auth/auth.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { NewPasswordField } from '#web/shared/accounts/NewPasswordField.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { PasswordField } from '#web/ui/fields/TextField.tsx'
import { useCloseAfter } from '#web/forms/use-close-after.ts'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import { accountProblem } from './account-forms.ts'
import { passwordTexts } from './texts.ts'

interface ChangePasswordDialogProps {
  user: User
  opened: boolean
  onClose: () => void
}

/** Asks for the current password and, twice, for the new one; closes by itself once it is changed. */
export function ChangePasswordDialog({ user, opened, onClose }: ChangePasswordDialogProps) {
  const { action: change, close } = useDialogAction(account.changePassword, [account.sessions], onClose)
  useCloseAfter(opened && change.isSuccess, accountLimits.closeAfterChangeSeconds, close)
  return (
    <Dialog opened={opened} onClose={close} title={passwordTexts.title}>
      {change.isSuccess ? (
        <Notice kind="success" title={passwordTexts.done}>
          {passwordTexts.doneDetail}
        </Notice>
      ) : (
        <ChangePasswordForm email={user.email} change={change} onCancel={close} />
      )}
    </Dialog>
  )
}

interface ChangePasswordFormProps {
  email: string
  change: ReturnType<typeof useDialogAction<typeof account.changePassword>>['action']
  onCancel: () => void
}

function ChangePasswordForm({ email, change, onCancel }: ChangePasswordFormProps) {
  const form = useContractForm(passwordChangeForm, { currentPassword: '', newPassword: '', confirmPassword: '' })
  const [problem, setProblem] = useState<string | null>(null)

  const refused = (error: unknown) => {
    if (!showFieldProblems(form, error)) setProblem(accountProblem(error, passwordTexts.failed))
  }
  const submit = form.onSubmit(
    ({ currentPassword, newPassword }) => {
      if (change.isPending) return
      setProblem(null)
      change.mutate({ body: { currentPassword, newPassword } }, { onError: refused })
    },
    (errors) => focusFirst(form, errors),
  )

  return (
    <DialogForm onSubmit={submit}>
      <p>{passwordTexts.lead}</p>
      {/* Shows password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.getInputProps('currentPassword')}
        label={passwordTexts.current}
        autoComplete="current-password"
        required
        data-autofocus
      />
      <NewPasswordField
        {...form.getInputProps('newPassword')}
        value={form.values.newPassword}
        email={email}
        label={passwordTexts.next}
        description={passwordTexts.nextHint}
      />
      <PasswordField
        {...form.getInputProps('confirmPassword')}
        label={passwordTexts.again}
        autoComplete="new-password"
        required
      />
      <FormFoot problem={problem} action={passwordTexts.submit} busy={change.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}
