import { useState } from 'react'
import * as z from 'zod/mini'
import { accountLimits } from '#contract/account/account-limits.ts'
import { auth, email as emailSchema, passwordResetForm } from '#contract/auth/auth.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import styles from './auth.module.css'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { formatWait } from '#web/texts/formats.ts'
import { NewPasswordField } from '#web/shared/accounts/NewPasswordField.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths } from '#web/browser/paths.ts'
import { EmailField, PasswordField } from '#web/ui/fields/TextField.tsx'
import { Link } from '#web/ui/controls/Link.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'

/** Without a token: requesting the e-mail. With one: the new password. */
export function PasswordResetPage() {
  const [query] = useSearchParams()
  const token = query.get('token')
  return token === null || token === '' ? <RequestEmail /> : <ChooseNewPassword token={token} />
}

const addressForm = z.object({ email: emailSchema })

function RequestEmail() {
  const [query] = useSearchParams()
  const form = useContractForm(addressForm, { email: query.get('email') ?? '' })
  const request = useAction(auth.passwordReset)
  const submit = form.onSubmit(
    (body) => request.mutate({ body }),
    (errors) => focusFirst(form, errors),
  )
  return (
    <Page title="Passwort zurücksetzen" width="form" ownTitle>
      <Card label="Passwort zurücksetzen">
        {request.isSuccess ? (
          <Stack gap={3}>
            <Notice kind="success" title="Bitte sehen Sie in Ihr Postfach">
              Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail mit einem Link unterwegs. Er gilt{' '}
              {accountLimits.passwordResetTokenHours} Stunden.
            </Notice>
            <ButtonLink kind="secondary" to={paths.login}>
              Zur Anmeldung
            </ButtonLink>
          </Stack>
        ) : (
          <Stack as="form" gap={3} onSubmit={submit} noValidate>
            <p>
              Geben Sie die Adresse Ihres Kontos an. Sie erhalten einen Link, mit dem Sie ein neues Passwort setzen.
            </p>
            {request.error !== null && (
              <Notice kind="danger">
                {request.error.message}
                {request.error.retryAfter !== undefined &&
                  ` Bitte warten Sie noch ${formatWait(request.error.retryAfter)}.`}
              </Notice>
            )}
            <EmailField autoComplete="username" required {...form.getInputProps('email')} />
            <Button type="submit" size="large" wide busy={request.isPending}>
              Link anfordern
            </Button>
            <Link className={styles.standalone} to={paths.login}>
              Zurück zur Anmeldung
            </Link>
          </Stack>
        )}
      </Card>
    </Page>
  )
}

function ChooseNewPassword({ token }: { token: string }) {
  const form = useContractForm(passwordResetForm, { newPassword: '', confirmPassword: '' })
  const [unusable, setUnusable] = useState<string | null>(null)
  const confirm = useAction(auth.passwordResetConfirm)
  const submit = form.onSubmit(
    ({ newPassword }) =>
      confirm.mutate(
        { body: { token, newPassword } },
        {
          onError: (error) => {
            if (isCallProblem(error, 'TOKEN_INVALID', 'EXPIRED')) setUnusable(error.message)
            else showFieldProblems(form, error)
          },
        },
      ),
    (errors) => focusFirst(form, errors),
  )
  if (unusable !== null) {
    return (
      <Page title="Link nicht mehr gültig" width="form" ownTitle>
        <Notice kind="danger" actions={<Link to={paths.passwordReset}>Neuen Link anfordern</Link>}>
          {unusable}
        </Notice>
      </Page>
    )
  }
  return (
    <Page title="Neues Passwort setzen" width="form" ownTitle>
      <Card label="Neues Passwort setzen">
        {confirm.isSuccess ? (
          <Stack gap={3}>
            <Notice kind="success" title="Ihr Passwort ist geändert">
              Alle Browser sind abgemeldet. Bitte melden Sie sich mit dem neuen Passwort an.
            </Notice>
            <ButtonLink to={paths.login}>Zur Anmeldung</ButtonLink>
          </Stack>
        ) : (
          <Stack as="form" gap={3} onSubmit={submit} noValidate>
            {confirm.error !== null && Object.keys(confirm.error.fields).length === 0 && (
              <Notice kind="danger">{confirm.error.message}</Notice>
            )}
            <NewPasswordField
              label="Neues Passwort"
              {...form.getInputProps('newPassword')}
              value={form.values.newPassword}
            />
            <PasswordField
              label="Neues Passwort bestätigen"
              autoComplete="new-password"
              required
              {...form.getInputProps('confirmPassword')}
            />
            <Button type="submit" size="large" wide busy={confirm.isPending}>
              Passwort ändern
            </Button>
          </Stack>
        )}
      </Card>
    </Page>
  )
}
