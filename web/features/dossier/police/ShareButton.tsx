import { dossierTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { notify } from '#web/ui/text/notify.ts'

const texts = dossierTexts.shared

/** Hands a link to another app, by the browser's own sheet. Browsers without one have no button. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  if (typeof navigator.share !== 'function') return null
  const share = () => {
    navigator.share({ title, url }).catch((error: unknown) => {
      // Somebody who closes the sheet has not failed.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify('danger', texts.notShared)
    })
  }
  return (
    <Button kind="secondary" onClick={share}>
      {texts.share}
    </Button>
  )
}
