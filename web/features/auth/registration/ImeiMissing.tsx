import { loginTexts, resendTexts } from '../texts.ts'
import { useResend } from './verification.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { counted } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'

/** At the sign-in: one step is missing, with the way to it and to a new e-mail. */
export function ImeiMissing({ email }: { email: string }) {
  const { resend, sending, secondsLeft, outcome } = useResend(email)
  const missing = email === ''
  return (
    <Stack gap={3}>
      <Notice
        kind="info"
        actions={
          <>
            <Link to={withQuery(paths.imeiVerification, { email })}>IMEI bestätigen</Link>
            <Button kind="quiet" busy={sending} disabled={missing || secondsLeft > 0} onClick={() => void resend()}>
              {secondsLeft > 0
                ? `Registrierungsmail erneut senden (in ${counted(secondsLeft, 'Sekunde', 'Sekunden')})`
                : 'Registrierungsmail erneut senden'}
            </Button>
          </>
        }
      >
        {loginTexts.byCode.IMEI_NOT_VERIFIED}
      </Notice>
      {missing && <Notice kind="warning">{loginTexts.emailMissing}</Notice>}
      {outcome?.kind === 'sent' && <Notice kind="success">{resendTexts.sent}</Notice>}
      {outcome?.kind === 'failed' && <Notice kind="danger">{resendTexts.failedAtLogin}</Notice>}
    </Stack>
  )
}
