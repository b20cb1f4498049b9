import { useSyncExternalStore } from 'react'
import { installWay } from './install-way.ts'
import { installTexts as texts } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { installPrompt } from '#web/browser/install-prompt.ts'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'

/** How to put the app on the home screen, where this browser can; nothing where it is there already. */
export function InstallCard() {
  const wouldAsk = useSyncExternalStore(installPrompt.subscribe, installPrompt.isThere)
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const { userAgent, maxTouchPoints: touchPoints } = navigator
  const way = installWay({ userAgent, touchPoints, isInstalled, wouldAsk })
  if (way === null) return null
  return (
    <Card title={texts.title}>
      <p>{texts.lead}</p>
      {way === 'asks' ? (
        <div>
          <Button kind="secondary" onClick={() => void installPrompt.ask()}>
            {texts.ask}
          </Button>
        </div>
      ) : (
        <MarkedList as="ol" gap={2}>
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </MarkedList>
      )}
    </Card>
  )
}
