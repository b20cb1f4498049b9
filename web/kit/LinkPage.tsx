import { Fragment, type ReactNode } from 'react'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { useLinkToken } from '#web/kit/use-link-token.ts'
import { mailedLinkTexts as texts } from '#web/texts/mailed-link.ts'

interface LinkPageProps {
  title: string
  /** Where to go without the link. */
  otherWay?: ReactNode
  /** @param token the key of the link. */
  children(token: string): ReactNode
}

/** What a mailed link opens, for whoever has the link. */
export function LinkPage({ title, otherWay, children }: LinkPageProps) {
  const token = useLinkToken()
  return (
    <Page title={title} width="form" ownTitle>
      {/* Search engines must not list it. */}
      <meta name="robots" content="noindex, nofollow" />
      {token === null ? (
        <Notice kind="warning" title={texts.incomplete} live={false} actions={otherWay}>
          {texts.openAgain}
        </Notice>
      ) : (
        <Fragment key={token}>{children(token)}</Fragment>
      )}
    </Page>
  )
}
