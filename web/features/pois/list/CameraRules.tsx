import type { PoiCategory } from '#contract/pois/pois.ts'
import { poisTexts } from '../texts.ts'
import { Details } from '#web/ui/text/Details.tsx'

/** What the law says about showing speed cameras, while some are shown. */
export function CameraRules({ chosen }: { chosen: readonly PoiCategory[] }) {
  if (!chosen.some((category) => cameras.includes(category))) return null
  return (
    <Details line={poisTexts.legalTitle}>
      <p>{poisTexts.legalText}</p>
    </Details>
  )
}

const cameras: readonly PoiCategory[] = ['stationarySpeedCameras', 'mobileSpeedCameras']
