import { accountDeletion } from '#contract/account-deletion/account-deletion.ts'
import type { Instant } from '#contract/base/place.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { notify } from '#web/ui/text/notify.ts'
import styles from './account-deletion.module.css'
import { refreshUser } from './current-user.ts'
import { deletionTexts as texts } from './texts.ts'

/** On every screen of an account that is to be deleted: when, and how to keep it. */
export function GraceBanner({ deletesAt }: { deletesAt: Instant }) {
  const keep = useAction(accountDeletion.keep)
  const keepIt = () =>
    keep.mutate(
      {},
      {
        onSuccess: () => {
          notify('success', texts.kept)
          void refreshUser()
        },
        onError: ({ message }) => notify('danger', message),
      },
    )
  return (
    <section className={styles.banner} aria-label={texts.grace}>
      <p>{texts.banner(deletesAt)}</p>
      <Button kind="secondary" busy={keep.isPending} onClick={keepIt}>
        {texts.cancel}
      </Button>
    </section>
  )
}
