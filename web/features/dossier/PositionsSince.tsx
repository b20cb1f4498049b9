import { dossiers } from '#contract/dossier/dossier.ts'
import type { Instant } from '#contract/base/place.ts'
import styles from './Dossier.module.css'
import { dossierTexts } from './texts.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { counted, formatDayTime } from '#web/texts/formats.ts'

const texts = dossierTexts.positionsSince

/** How many positions the police would see, and a warning if there is none. @param since null: from now on. */
export function PositionsSince({ deviceId, since }: { deviceId: string; since: Instant | null }) {
  const input = { params: { deviceId }, query: { since: since ?? '' } }
  const { data } = useCall(dossiers.count, input, { enabled: since !== null, keepPrevious: true })
  const positions = since === null ? 0 : data?.positions
  return (
    <p className={styles.reach} data-none={positions === 0 || undefined} role="status">
      {positions !== undefined && inWords(positions, since)}
    </p>
  )
}

function inWords(positions: number, since: Instant | null): string {
  if (since === null) return texts.fromNow
  const time = formatDayTime(since)
  return positions === 0 ? texts.none(time) : texts.some(counted(positions, 'Position', 'Positionen'), time)
}
