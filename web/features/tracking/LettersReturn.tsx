import { Link } from 'react-router'
import { alarmTexts } from './alarm-texts.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { paths } from '#web/kit/paths.ts'

const texts = alarmTexts.returned

/** Says that letters do not reach the owner, and what to do. */
export function LettersReturn() {
  return (
    <Notice kind="danger" title={texts.title} actions={<Link to={paths.profile}>{texts.toAccount}</Link>}>
      {texts.text}
    </Notice>
  )
}
