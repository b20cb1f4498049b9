import { Fragment, type ReactNode } from 'react'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from './Page.tsx'
import { useLinkToken } from '#web/browser/use-link-token.ts'
import { mailedLinkTexts as texts } from '#web/texts/mailed-link.ts'

interface LinkPageProps {
  title: string
  /** Where to go without the link. */
  otherWay?: ReactNode
  /** @param token the key of the link. */
  children(token: string): ReactNode
}

/** What a mailed link opens. */
export function LinkPage({ title, otherWay, children }: LinkPageProps) {
  const token = useLinkToken()
  return (
    <Page title={title} width="form" ownTitle>
      {/* Search engines must not list it. */}
      <meta name="robots" content="noindex, nofollow" />
      {token === null ? (
        <IncompleteLink>{otherWay}</IncompleteLink>
      ) : (
        <Fragment key={token}>{children(token)}</Fragment>
      )}
    </Page>
  )
}

/** In place of what a link would open that lacks its key: what to do, and another way on. */
export function IncompleteLink({ children }: { children?: ReactNode }) {
  return (
    <Notice kind="warning" title={texts.incomplete} live={false} actions={children}>
      {texts.openAgain}
    </Notice>
  )
}
