import { signOutTexts as texts } from './sign-out-texts.ts'
import type { useSignOut } from './use-sign-out.ts'
import { ConfirmDialog } from '#web/ui/dialog/Dialog.tsx'

/** Asks before changes are lost by a sign-out. Stands where nothing closes it. */
export function SignOutQuestion({ lost, end, stay }: Pick<ReturnType<typeof useSignOut>, 'lost' | 'end' | 'stay'>) {
  return (
    <ConfirmDialog opened={lost > 0} title={texts.title} action={texts.action} onConfirm={end} onClose={stay}>
      <p>{texts.lost(lost)}</p>
    </ConfirmDialog>
  )
}
