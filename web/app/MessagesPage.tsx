import { paths } from '#web/browser/paths.ts'
import { alarmTexts } from '#web/features/alarms/texts.ts'
import { Inbox } from '#web/features/messages/Inbox.tsx'
import { inboxTexts as texts } from '#web/features/messages/texts.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'

/** /messages: what was sent to the account. */
export function MessagesPage() {
  return (
    <Page title={texts.title} lead={texts.lead} width="reading">
      <div>
        <ButtonLink kind="secondary" to={paths.messageWishes}>
          {texts.wishes}
        </ButtonLink>
      </div>
      <Inbox alarmWords={alarmTexts.log.kinds} />
    </Page>
  )
}
