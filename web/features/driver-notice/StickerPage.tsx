import { paths } from '#web/browser/paths.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { QrCode } from '#web/ui/pictures/QrCode.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import styles from './StickerPage.module.css'
import { stickerTexts as texts } from './texts.ts'

/** /driver-notice/sticker: to be printed and put on the vehicle. It is the same for all vehicles, and names none. */
export function StickerPage() {
  const address = window.location.origin + paths.driverNotice
  return (
    <Page title={texts.page} width="reading">
      <div className={styles.onScreen}>
        <Stack gap={2}>
          <p>{texts.lead}</p>
          <p>{texts.content}</p>
        </Stack>
      </div>
      <section className={styles.sticker} aria-label={texts.sticker}>
        <div className={styles.words}>
          <p className={styles.title}>{texts.title}</p>
          <p>{texts.words}</p>
          <p className={styles.address}>{window.location.host + paths.driverNotice}</p>
        </div>
        <div className={styles.code}>
          <QrCode content={address} label={texts.code} />
        </div>
      </section>
      <div className={styles.onScreen}>
        <Row gap={2}>
          <Button onClick={() => window.print()}>{texts.print}</Button>
          <ButtonLink kind="secondary" to={paths.driverNotice}>
            {texts.toNotice}
          </ButtonLink>
        </Row>
      </div>
    </Page>
  )
}
