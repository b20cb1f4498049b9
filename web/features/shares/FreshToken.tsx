import { useRef } from 'react'
import styles from './Shares.module.css'
import { sharesTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { notify } from '#web/kit/notify.ts'
import { TextField } from '#web/kit/TextField.tsx'

const texts = sharesTexts.fresh

/** The token of a new share, shown this once, and where the recipient uses it. */
export function FreshToken({ recipient, token, onDone }: { recipient: string; token: string; onDone(): void }) {
  const field = useRef<HTMLInputElement>(null)
  const select = () => {
    field.current?.select()
    notify('info', texts.notCopied)
  }
  const copy = () => {
    // Without HTTPS, for example in a home network, the browser has no clipboard.
    if (!window.isSecureContext) return select()
    navigator.clipboard.writeText(token).then(() => notify('success', texts.copied), select)
  }
  const actions = (
    <>
      <Button kind="secondary" onClick={copy}>
        {texts.copy}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {texts.done}
      </Button>
    </>
  )
  return (
    <Notice kind="success" title={texts.title(recipient)} actions={actions}>
      <div className={styles.form}>
        <p>{texts.text}</p>
        <TextField ref={field} label={texts.token} value={token} readOnly spellCheck={false} />
        <TextField
          label={texts.address}
          value={`${window.location.origin}/api/shared-data`}
          readOnly
          spellCheck={false}
        />
        <p className={styles.hint}>
          {texts.howTo} <a href="/api/docs">{texts.documentation}</a>.
        </p>
      </div>
    </Notice>
  )
}
