import { Badge } from '#web/kit/Badge.tsx'
import { Card } from '#web/kit/Card.tsx'
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
