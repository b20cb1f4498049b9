import { cameraDensity } from '#domain/pois/speed-camera-density.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { formatNumber } from '#web/texts/formats.ts'
import styles from './cards.module.css'
import { sampleTexts, samples } from './sample-texts.ts'

const texts = sampleTexts.cameras

/** How many mobile cameras there are, against what is usual. */
export function CameraStatus() {
  const { active, average } = samples.cameras
  const { percent, density } = cameraDensity(active, average)
  return (
    <Card title={texts.title} aside={<Badge>{sampleTexts.sample}</Badge>}>
      <p className={styles.big}>{formatNumber(active)}</p>
      <Small>{texts.active}</Small>
      <p>
        <strong>{texts.density[density]}</strong> · {texts.ofAverage(formatNumber(percent))}
      </p>
    </Card>
  )
}
