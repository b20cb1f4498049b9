import { type DragEvent, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import styles from './RouteInput.module.css'
import { routeCheckTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { Notice } from '#web/kit/Notice.tsx'

interface RouteInputProps {
  /** Why what was given last cannot be used. */
  fault: string | null
  onRead(bytes: Uint8Array): void
  onFault(fault: string): void
}

const { input: texts, faults, privacy } = routeCheckTexts

/** Takes a route as a file, dropped or chosen, or as text. */
export function RouteInput({ fault, onRead, onFault }: RouteInputProps) {
  const take = async (file: File | null | undefined) => {
    if (file === null || file === undefined) return
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
        <FileDrop onFile={(file) => void take(file)} />
        <PastedText onText={(text) => onRead(new TextEncoder().encode(text))} />
        <p className={styles.muted}>{privacy}</p>
      </div>
    </Card>
  )
}

function FileDrop({ onFile }: { onFile(file: File | null | undefined): void }) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    // For the pointer only: the file input inside does the same for the keyboard.
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        onFile(event.dataTransfer.files.item(0))
      }}
    >
      <p aria-hidden="true">{texts.drop}</p>
      <label className={styles.choose} htmlFor={id}>
        {texts.choose}
      </label>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept=".gpx,application/gpx+xml,application/xml,text/xml"
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          onFile(event.currentTarget.files?.item(0))
          // The same file, corrected, must be a change again.
          event.currentTarget.value = ''
        }}
      />
      <p className={styles.muted} id={`${id}-hint`}>
        {texts.hint}
      </p>
    </div>
  )
}

function PastedText({ onText }: { onText(text: string): void }) {
  const id = useId()
  const [text, setText] = useState('')
  return (
    <details className={styles.paste}>
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
