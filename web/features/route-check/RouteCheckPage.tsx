import { useState } from 'react'
import type { GpxLine } from '#domain/gpx-reading.ts'
import { CheckedLine } from './CheckedLine.tsx'
import { linesIn } from './chosen-line.ts'
import styles from './RouteCheckPage.module.css'
import { RouteInput } from './RouteInput.tsx'
import { routeCheckTexts as texts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'

/** /route-check: what waits on a route, before it is ridden. */
export function RouteCheckPage() {
  const [lines, setLines] = useState<readonly GpxLine[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)

  const read = (bytes: Uint8Array) => {
    const found = linesIn(bytes)
    setFault('fault' in found ? found.fault : null)
    setLines('lines' in found ? found.lines : null)
  }
  const startAnew = () => {
    setLines(null)
    setFault(null)
  }

  return (
    <Page
      title={texts.title}
      lead={lines === null ? texts.lead : undefined}
      actions={
        lines !== null && (
          <div className={styles.screenOnly}>
            <Button kind="secondary" onClick={startAnew}>
              {texts.input.another}
            </Button>
          </div>
        )
      }
    >
      {lines === null ? (
        <>
          <RouteInput fault={fault} onRead={read} onFault={setFault} />
          <Notice kind="warning" title={texts.legalTitle} live={false}>
            {texts.legalText}
          </Notice>
        </>
      ) : (
        <CheckedLine lines={lines} />
      )}
    </Page>
  )
}
