import { alarmTexts } from './texts.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { paths } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'

const texts = alarmTexts.returned

/** Says that e-mails do not reach the owner, and what to do. */
export function ReturnedEmails() {
  return (
    <Notice kind="danger" title={texts.title} actions={<Link to={paths.profile}>{texts.toAccount}</Link>}>
      {texts.text}
    </Notice>
  )
}
