import { useState } from 'react'
import { accountDeletion } from '#contract/account-deletion/account-deletion.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { paths } from '#web/browser/paths.ts'
import { hasCode } from './has-code.ts'
import { refreshUser } from './current-user.ts'
import { deletionLinkTexts as texts } from './texts.ts'
import { TheftTick } from './TheftTick.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'

/** The page that the e-mail leads to. Confirming needs a button, because mail scanners open links, too. */
export function ConfirmDeletionPage() {
  const [query] = useSearchParams()
  const [accepts, setAccepts] = useState(false)
  const confirm = useAction(accountDeletion.confirm)
  const token = query.get('token') ?? ''
  const { error } = confirm
  const isTheft = hasCode(error, 'DELETION_DURING_THEFT')
  const message = hasCode(error, 'TOKEN_NOT_FOUND') ? texts.unknown : error?.message
  const isOver = hasCode(error, 'TOKEN_NOT_FOUND', 'EXPIRED', 'DELETION_OVER', 'VALIDATION_ERROR')
  return (
    <Page title={texts.confirmTitle} width="form" ownTitle>
      <Card label={texts.confirmTitle}>
        <CardParts>
          {confirm.data === undefined ? (
            <>
              <p>{texts.confirmLead}</p>
              {message !== undefined && <Notice kind="danger">{message}</Notice>}
              {isTheft && <TheftTick checked={accepts} onChange={setAccepts} />}
              {isOver ? (
                <ButtonLink to={paths.myData}>{texts.toMyData}</ButtonLink>
              ) : (
                <Button
                  kind="danger"
                  size="large"
                  wide
                  busy={confirm.isPending}
                  onClick={() =>
                    confirm.mutate(
                      { body: { token, acceptsTheftLoss: accepts } },
                      { onSuccess: () => void refreshUser() },
                    )
                  }
                >
                  {texts.confirm}
                </Button>
              )}
            </>
          ) : (
            <Notice kind="success" title={texts.confirmed}>
              {texts.confirmedDetail(confirm.data.deletesAt)}
            </Notice>
          )}
        </CardParts>
      </Card>
    </Page>
  )
}
