import { useMemo, useState } from 'react'
import { accountLimits } from '#contract/account/account-limits.ts'
import { account } from '#contract/account/account.ts'
import { auth, type User } from '#contract/auth/auth.ts'
import { session } from '#web/api/session/session.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { useDraftedForm } from '#web/forms/drafted-form.ts'
import { createDrafts } from '#web/forms/drafts.ts'
import { focusFirst } from '#web/forms/form.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { EmailField, PasswordField } from '#web/ui/fields/TextField.tsx'
import { useCloseAfter } from '#web/forms/use-close-after.ts'
import { useReopening } from '#web/forms/use-draft.ts'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import { accountProblem, emailChangeForm, emailFieldProblems } from './account-forms.ts'
import { emailTexts } from './texts.ts'

interface ChangeEmailDialogProps {
  user: User
  opened: boolean
  onClose: () => void
}

/** Asks for the new address and the password; closes by itself once the link is on its way. */
export function ChangeEmailDialog({ user, ...opening }: ChangeEmailDialogProps) {
  const { opened, onClose } = useReopening(drafts, '', opening)
  const { action: change, close } = useDialogAction(account.changeEmail, [auth.profile], onClose)
  useCloseAfter(opened && change.isSuccess, accountLimits.closeAfterChangeSeconds, close)
  return (
    <Dialog opened={opened} onClose={close} title={emailTexts.title}>
      {change.data === undefined ? (
        <ChangeEmailForm email={user.email} change={change} onCancel={close} />
      ) : (
        <Notice kind="success" title={emailTexts.done}>
          {emailTexts.doneDetail(change.data.user.pendingEmail ?? change.data.user.email)}
        </Notice>
      )}
    </Dialog>
  )
}

interface ChangeEmailFormProps {
  email: string
  change: ReturnType<typeof useDialogAction<typeof account.changeEmail>>['action']
  onCancel: () => void
}

const emptyChange = { newEmail: '', password: '' }
const drafts = createDrafts<Partial<typeof emptyChange>>()

function ChangeEmailForm({ email, change, onCancel }: ChangeEmailFormProps) {
  const schema = useMemo(() => emailChangeForm(email), [email])
  const form = useDraftedForm(schema, emptyChange, drafts)
  const [problem, setProblem] = useState<string | null>(null)

  const refused = (error: unknown) => {
    const fields = emailFieldProblems(error)
    form.setErrors(fields)
    focusFirst(form, fields)
    setProblem(Object.keys(fields).length === 0 ? accountProblem(error, emailTexts.failed) : null)
  }
  const submit = form.onSubmit(
    (body) => {
      if (change.isPending) return
      setProblem(null)
      change.mutate({ body }, { onSuccess: ({ user }) => session.setUser(user), onError: refused })
    },
    (errors) => focusFirst(form, errors),
  )

  return (
    <DialogForm onSubmit={submit}>
      <p>{emailTexts.lead}</p>
      <EmailField
        {...form.getInputProps('newEmail')}
        label={emailTexts.newEmail}
        description={emailTexts.current(email)}
        autoComplete="email"
        required
        data-autofocus
      />
      <PasswordField
        {...form.getInputProps('password')}
        label={emailTexts.password}
        autoComplete="current-password"
        required
      />
      <FormFoot problem={problem} action={emailTexts.submit} busy={change.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}
