import { apartReasons, dropReasons } from '#server/feeds/feed.ts'

/** "3012 gelesen, 3009 übernommen, 2 keine Blitzer, 1 außer Betrieb". */
export function readingReport(counts: Readonly<Record<string, number>>): string {
  return list(counts, {
    read: 'gelesen',
    kept: 'übernommen',
    ...dropReasons,
    swapped: 'mit vertauschten Koordinaten',
    ...apartReasons,
  })
}

/** "12 neu, 3 geändert, 1 entfernt"; "nichts geändert". */
export function changeReport(counts: Readonly<Record<string, number>>): string {
  return list(counts, { added: 'neu', changed: 'geändert', removed: 'entfernt' }) || 'nichts geändert'
}

/** The number read is always stated, even if it is zero. */
function list(counts: Readonly<Record<string, number>>, words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .filter(([name]) => name === 'read' || (counts[name] ?? 0) > 0)
    .map(([name, word]) => `${counts[name] ?? 0} ${word}`)
    .join(', ')
}
