import { useEffect, useId, useRef, useState } from 'react'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { useConfig } from '#web/api/calls/config.ts'
import styles from './RouteInput.module.css'
import { routeCheckTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { createDrafts } from '#web/forms/drafts.ts'
import { FileDrop } from '#web/ui/fields/FileDrop.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { useFoundDraft, useKeptDraft } from '#web/forms/use-draft.ts'

/** Where a route came from: what is wrong with it is said there. */
export type RouteOrigin = 'file' | 'text'

export interface RouteFault {
  origin: RouteOrigin
  /** Why it cannot be used, and what to do. */
  words: string
}

interface RouteInputProps {
  fault: RouteFault | null
  onRead(bytes: Uint8Array, origin: RouteOrigin): void
  onFault(fault: RouteFault | null): void
}

const { input: texts, faults, privacy, routerPrivacy } = routeCheckTexts

/** Takes a route as a file, dropped or chosen, or as text. */
export function RouteInput({ fault, onRead, onFault }: RouteInputProps) {
  const hasRouter = useConfig()?.router === true
  const take = async (file: File) => {
    // A second fault in a row is a new one.
    onFault(null)
    if (file.size > routeCheckLimits.fileBytes) return onFault({ origin: 'file', words: faults.tooLarge })
    try {
      onRead(new Uint8Array(await file.arrayBuffer()), 'file')
    } catch {
      onFault({ origin: 'file', words: faults.unreadable })
    }
  }
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <FileDrop
          label={texts.choose}
          lead={texts.drop}
          hint={texts.hint}
          accept=".gpx,application/gpx+xml,application/xml,text/xml"
          error={fault?.origin === 'file' ? <FaultWords words={fault.words} /> : null}
          onFile={(file) => void take(file)}
        />
        <PastedText
          fault={fault?.origin === 'text' ? fault.words : null}
          onText={(text) => onRead(new TextEncoder().encode(text), 'text')}
        />
        <p className={styles.muted}>{hasRouter ? routerPrivacy : privacy}</p>
      </Stack>
    </Card>
  )
}

function FaultWords({ words }: { words: string }) {
  return (
    <>
      <p>{faults.title}</p>
      <p>{words}</p>
    </>
  )
}

const drafts = createDrafts<string>()

function PastedText({ fault, onText }: { fault: string | null; onText(text: string): void }) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (fault !== null) area.current?.focus()
  }, [fault])
  const found = useFoundDraft(drafts, '')
  const [text, setText] = useState(found ?? '')
  useKeptDraft(drafts, '', () => (text === '' ? null : text))
  return (
    <details open={found !== null}>
      <Summary>{texts.paste}</Summary>
      <div className={styles.pasted}>
        <label htmlFor={id}>{texts.pasteLabel}</label>
        <textarea
          ref={area}
          id={id}
          className={styles.area}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {fault !== null && (
          <div className={styles.fault} id={`${id}-fault`} role="alert">
            <FaultWords words={fault} />
          </div>
        )}
        <Button kind="secondary" onClick={() => onText(text)}>
          {texts.read}
        </Button>
      </div>
    </details>
  )
}
