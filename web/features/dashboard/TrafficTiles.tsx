import { Badge } from '#web/ui/text/Badge.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import styles from './cards.module.css'
import { sampleTexts } from './sample-texts.ts'

export function TrafficTiles() {
  const { title, tiles } = sampleTexts.traffic
  return (
    <Card title={title} aside={<Badge>{sampleTexts.sample}</Badge>}>
      <ul className={styles.tiles}>
        {tiles.map(({ value, label }) => (
          <li key={label} className={styles.tile}>
            <strong>{value}</strong>
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
