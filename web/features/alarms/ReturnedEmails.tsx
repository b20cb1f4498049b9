import { alarmTexts } from './texts.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { paths } from '#web/kit/paths.ts'
import { Link } from '#web/kit/Link.tsx'

const texts = alarmTexts.returned

/** Says that e-mails do not reach the owner, and what to do. */
export function ReturnedEmails() {
  return (
    <Notice kind="danger" title={texts.title} actions={<Link to={paths.profile}>{texts.toAccount}</Link>}>
      {texts.text}
    </Notice>
  )
}
