import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/controls/Button.tsx'
import { Notice } from './Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from './notify.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'

interface OnceShownProps {
  title: string
  /** What it is a key to, and that it is shown this once. */
  text: string
  value: string
  words: OnceShownWords
  onDone(): void
  /** What to do with it. */
  children: ReactNode
}

interface OnceShownWords {
  /** What the value is. */
  label: string
  copy: string
  copied: string
  notCopied: string
  done: string
}

/** A key that was just made, to be copied: the server has only its hash. */
export function SecretOnce({ title, text, value, words, onDone, children }: OnceShownProps) {
  const field = useRef<HTMLInputElement>(null)
  const select = () => {
    field.current?.select()
    notify('info', words.notCopied)
  }
  const copy = () => {
    // Without HTTPS, for example in a home network, the browser has no clipboard.
    if (!window.isSecureContext) return select()
    navigator.clipboard.writeText(value).then(() => notify('success', words.copied), select)
  }
  const actions = (
    <>
      <Button kind="secondary" onClick={copy}>
        {words.copy}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {words.done}
      </Button>
    </>
  )
  return (
    <Notice kind="success" title={title} actions={actions}>
      <Stack gap={3}>
        <p>{text}</p>
        <TextField ref={field} label={words.label} value={value} readOnly spellCheck={false} />
        {children}
      </Stack>
    </Notice>
  )
}
