import { useState } from 'react'
import * as z from 'zod/mini'
import { email as emailSchema } from '#contract/auth/auth.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { session } from '#web/api/session/session.ts'
import styles from '../auth.module.css'
import { resendTexts } from '../texts.ts'
import { useResend } from './verification.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { counted } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { EmailField } from '#web/ui/fields/TextField.tsx'

interface ResendEmailProps {
  /** The address that waits; null when it is not known here and has to be typed. */
  email: string | null
  kind: 'primary' | 'secondary'
}

/** The button that sends the registration's e-mail again, once a minute. */
export function ResendEmail({ email, kind }: ResendEmailProps) {
  const [typed, setTyped] = useState('')
  const address = email ?? typed.trim()
  const { resend, sending, secondsLeft, outcome } = useResend(address)
  const [error, setError] = useState<string | null>(null)

  const send = () => {
    const problem = address === '' ? resendTexts.noEmail : firstProblem(address)
    setError(problem)
    if (problem !== null) return
    if (email === null) session.setPendingEmail(address)
    void resend()
  }
  return (
    <Stack gap={3}>
      {email === null && (
        <EmailField
          autoComplete="email"
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Button kind={kind} busy={sending} disabled={secondsLeft > 0} onClick={send}>
        {secondsLeft > 0 ? `Neuer Link in ${counted(secondsLeft, 'Sekunde', 'Sekunden')}` : 'Neuen Link senden'}
      </Button>
      <div className={styles.live} aria-live="polite">
        {outcome?.kind === 'sent' && <Notice kind="success">{resendTexts.sent}</Notice>}
        {outcome?.kind === 'failed' && (
          <Notice kind="danger" title={resendTexts.failed}>
            {messageOf(outcome.error)}
          </Notice>
        )}
      </div>
    </Stack>
  )
}

function firstProblem(address: string): string | null {
  const parsed = z.safeParse(emailSchema, address)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null)
}
