import * as z from 'zod/mini'
import { secondFactorCode } from '#contract/auth/auth.ts'
import { CodeField } from './CodeField.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { focusFirst, useContractForm } from '#web/forms/form.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'

interface CodeStepProps {
  busy: boolean
  onCode(code: string): void
  onBack(): void
}

const codeForm = z.object({ code: secondFactorCode })

/** The second step of a sign-in: the code. Loaded only where an account needs one. */
export function CodeStep({ busy, onCode, onBack }: CodeStepProps) {
  const form = useContractForm(codeForm, { code: '' })
  const submit = form.onSubmit(
    ({ code }) => onCode(code),
    (errors) => focusFirst(form, errors),
  )
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <CodeField {...form.getInputProps('code')} autoFocus />
      <Button type="submit" size="large" wide busy={busy}>
        Anmelden
      </Button>
      <Button kind="secondary" wide onClick={onBack}>
        Zurück
      </Button>
      <Notice kind="info" live={false} actions={<Link to={paths.support}>Zum Support</Link>}>
        App und Ersatzcodes verloren? Dann hilft Ihnen der Support. Ein neues Passwort allein öffnet das Konto nicht.
      </Notice>
    </Stack>
  )
}
