import type { PoiCategory } from '#contract/pois/pois.ts'
import { poisTexts } from '../texts.ts'
import { More } from '#web/ui/text/More.tsx'

/** What the law says about showing speed cameras, while some are shown. */
export function CameraRules({ chosen }: { chosen: readonly PoiCategory[] }) {
  if (!chosen.some((category) => cameras.includes(category))) return null
  return (
    <More line={poisTexts.legalTitle}>
      <p>{poisTexts.legalText}</p>
    </More>
  )
}

const cameras: readonly PoiCategory[] = ['stationarySpeedCameras', 'mobileSpeedCameras']
