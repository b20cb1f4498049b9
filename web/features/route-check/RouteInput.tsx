import { useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import styles from './RouteInput.module.css'
import { routeCheckTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { createDrafts } from '#web/kit/drafts.ts'
import { FileDrop } from '#web/kit/FileDrop.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { useFoundDraft, useKeptDraft } from '#web/kit/use-draft.ts'

interface RouteInputProps {
  /** Why what was given last cannot be used. */
  fault: string | null
  onRead(bytes: Uint8Array): void
  onFault(fault: string): void
}

const { input: texts, faults, privacy } = routeCheckTexts

/** Takes a route as a file, dropped or chosen, or as text. */
export function RouteInput({ fault, onRead, onFault }: RouteInputProps) {
  const take = async (file: File) => {
    if (file.size > limits.routeCheck.fileBytes) return onFault(faults.tooLarge)
    try {
      onRead(new Uint8Array(await file.arrayBuffer()))
    } catch {
      onFault(faults.unreadable)
    }
  }
  return (
    <Card title={texts.title}>
      <div className={styles.input}>
        {fault !== null && (
          <Notice kind="danger" title={faults.title}>
            {fault}
          </Notice>
        )}
        <FileDrop
          label={texts.choose}
          lead={texts.drop}
          hint={texts.hint}
          accept=".gpx,application/gpx+xml,application/xml,text/xml"
          onFile={(file) => void take(file)}
        />
        <PastedText onText={(text) => onRead(new TextEncoder().encode(text))} />
        <p className={styles.muted}>{privacy}</p>
      </div>
    </Card>
  )
}

const drafts = createDrafts<string>()

function PastedText({ onText }: { onText(text: string): void }) {
  const id = useId()
  const found = useFoundDraft(drafts, '')
  const [text, setText] = useState(found ?? '')
  useKeptDraft(drafts, '', () => (text === '' ? null : text))
  return (
    <details className={styles.paste} open={found !== null}>
      <summary>{texts.paste}</summary>
      <div className={styles.pasted}>
        <label htmlFor={id}>{texts.pasteLabel}</label>
        <textarea
          id={id}
          className={styles.area}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button kind="secondary" onClick={() => onText(text)}>
          {texts.read}
        </Button>
      </div>
    </details>
  )
}
