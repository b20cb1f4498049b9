import { useEffect, useRef, useState } from 'react'
import { Card } from '#web/ui/layout/Card.tsx'
import { formatNumber } from '#web/texts/formats.ts'
import { contrastRatio, readColour } from './contrast.ts'
import styles from './StyleGuide.module.css'

/** The pairs of text colour and background that the product uses. */
const pairs = [
  { name: 'Text auf Seite', ink: '--color-text', ground: '--color-page' },
  { name: 'Gedämpfter Text', ink: '--color-text-muted', ground: '--color-surface' },
  { name: 'Marke', ink: '--color-on-brand', ground: '--color-brand' },
  { name: 'Markentext', ink: '--color-brand', ground: '--color-surface' },
  { name: 'Gefahr', ink: '--color-danger-ink', ground: '--color-danger-tint' },
  { name: 'Warnung', ink: '--color-warning-ink', ground: '--color-warning-tint' },
  { name: 'Erfolg', ink: '--color-success-ink', ground: '--color-success-tint' },
  { name: 'Asphalt', ink: '--color-marking', ground: '--color-asphalt' },
] as const

/** Each pair of colours with the contrast that the browser really shows (WCAG 1.4.3). */
export function Swatches({ brand }: { brand: string }) {
  const list = useRef<HTMLUListElement>(null)
  const [ratios, setRatios] = useState<Record<string, number>>({})
  useEffect(() => {
    const items = [...(list.current?.children ?? [])]
    const measured = items.map((item, index): [string, number] => {
      const { color, backgroundColor } = getComputedStyle(item)
      return [pairs[index]?.name ?? '', contrastRatio(readColour(color), readColour(backgroundColor))]
    })
    setRatios(Object.fromEntries(measured))
  }, [brand])
  return (
    <Card title="Farben">
      <ul className={styles.swatches} ref={list}>
        {pairs.map(({ name, ink, ground }) => (
          <li key={name} className={styles.swatch} data-ink={ink} data-ground={ground}>
            <strong>{name}</strong>
            <span>{ratios[name] === undefined ? '' : `Kontrast ${formatNumber(ratios[name], 1)} : 1`}</span>
            <code>{ground}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}
