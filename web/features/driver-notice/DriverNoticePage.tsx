import { useConfig } from '#web/api/calls/config.ts'
import { paths } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { noticeTexts as texts } from './texts.ts'

/** /driver-notice: where the sticker's code leads: what is recorded, for people who drive a vehicle of somebody else. */
export function DriverNoticePage() {
  const operator = useConfig()?.operator.name ?? texts.operatorUnknown
  return (
    <Page title={texts.title} lead={texts.lead} width="reading">
      {texts.parts(operator).map(({ title, text }) => (
        <div key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
      <p>
        {texts.more} <Link to={paths.privacy}>{texts.privacy}</Link>
      </p>
    </Page>
  )
}
