import { registration } from '#contract/auth/registration.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import styles from '../auth.module.css'
import { endings, LinkEnded } from '../LinkEnded.tsx'
import { forgetRegistration, keepRegistration } from './registration-secret.ts'
import { sameBrowserTexts as texts } from './verification-texts.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface SameBrowserStepProps {
  email: string
  /** Of the mailed link that was opened in this tab. */
  token: string
  /** Of the registration in this browser. */
  secret: string
  onConfirmed: () => void
  /** Another password is wanted, or this browser is not known any more. */
  onOther: (why: string | null) => void
}

/** Where the account was registered, one tap confirms its password: secret and link show that they are the same person. */
export function SameBrowserStep({ email, token, secret, onConfirmed, onOther }: SameBrowserStepProps) {
  const confirm = useAction(registration.confirmHere)
  const problem = confirm.error
  const other = (why: string | null) => {
    forgetRegistration()
    onOther(why)
  }
  const press = () =>
    confirm.mutate(
      { body: { token, registrationSecret: secret } },
      {
        onSuccess(reply) {
          keepRegistration({ email, secret: reply.registrationSecret, confirmed: true })
          onConfirmed()
        },
        onError: (refusal) => isCallProblem(refusal, 'OTHER_BROWSER') && other(refusal.message),
      },
    )
  if (problem !== null && isCallProblem(problem, ...endings)) return <LinkEnded problem={problem} email={email} />
  return (
    <Stack gap={3}>
      <p>
        {texts.lead} <span className={styles.address}>{email}</span>
      </p>
      {problem !== null && <Notice kind="danger">{messageOf(problem)}</Notice>}
      <Button size="large" wide busy={confirm.isPending} onClick={press}>
        {texts.confirm}
      </Button>
      <Button kind="secondary" size="large" wide onClick={() => other(null)}>
        {texts.other}
      </Button>
    </Stack>
  )
}
