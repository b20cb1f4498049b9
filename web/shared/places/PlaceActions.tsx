import type { Place } from '#contract/base/place.ts'
import { Button, OutsideButtonLink } from '#web/ui/controls/Button.tsx'
import { formatCoordinates } from '#web/texts/formats.ts'
import { notify } from '#web/ui/text/notify.ts'
import { routeTo } from './route-to.ts'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface PlaceActionsProps extends Place {
  name: string | null
  isSharedWhole: boolean
}

const texts = {
  copy: 'Koordinaten kopieren',
  copied: 'Die Koordinaten sind kopiert.',
  notCopied: 'Ihr Browser lässt das Kopieren nicht zu. Bitte markieren Sie die Koordinaten von Hand.',
  route: 'Route dorthin',
  share: 'Teilen',
  /** Both ask to be named where their names are read. */
  source: 'Ortsnamen: GeoNames (CC BY 4.0), ©\u00A0OpenStreetMap-Mitwirkende',
  shared: 'Ort und Koordinaten sind kopiert. Fügen Sie sie in eine Nachricht ein.',
} as const

/** What one does with a place. Other programs and sites learn of it only when somebody opens them here. */
export function PlaceActions({ name, latitude, longitude, isSharedWhole }: PlaceActionsProps) {
  const coordinates = formatCoordinates({ latitude, longitude })
  const route = routeTo({ latitude, longitude }, navigator)
  const isApp = route.startsWith('geo:')
  const share = () => {
    const text = name === null ? coordinates : `${name}\n${coordinates}`
    if (typeof navigator.share !== 'function') return copy(text, texts.shared)
    navigator.share({ text }).catch((error: unknown) => {
      // Somebody who closes the sheet has not failed.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copy(text, texts.shared)
    })
  }
  return (
    <Stack gap={2}>
      <Row gap={2}>
        <Button kind="secondary" onClick={() => copy(coordinates, texts.copied)}>
          {texts.copy}
        </Button>
        <OutsideButtonLink kind="secondary" href={route} {...(!isApp && { target: '_blank' })}>
          {texts.route}
        </OutsideButtonLink>
        {!isSharedWhole && (
          <Button kind="secondary" onClick={share}>
            {texts.share}
          </Button>
        )}
      </Row>
      {name !== null && <Small>{texts.source}</Small>}
    </Stack>
  )
}

function copy(text: string, copied: string): void {
  const notCopied = () => notify('info', texts.notCopied)
  // Without HTTPS, for example in a home network, the browser has no clipboard.
  if (!window.isSecureContext) return notCopied()
  navigator.clipboard.writeText(text).then(() => notify('success', copied), notCopied)
}
