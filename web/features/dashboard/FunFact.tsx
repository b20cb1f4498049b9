import { useEffect, useState } from 'react'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import styles from './cards.module.css'
import { sampleTexts, facts } from './sample-texts.ts'

const texts = sampleTexts.fact
const everyMs = 30_000

/** A new fact every 30 s; it can be paused, and is read out only if the user asked for it (WCAG 2.2.2). */
export function FunFact() {
  const [index, setIndex] = useState(0)
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return
    const timer = setInterval(() => setIndex((shown) => (shown + 1) % facts.length), everyMs)
    return () => clearInterval(timer)
  }, [paused])
  return (
    <Card title={texts.title}>
      <CardParts>
        <p className={styles.fact} aria-live={paused ? 'polite' : 'off'}>
          {facts[index]}
        </p>
        <Row gap={2}>
          <Button kind="secondary" onClick={() => setPaused(!paused)}>
            {paused ? texts.resume : texts.pause}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              setPaused(true)
              setIndex((index + 1) % facts.length)
            }}
          >
            {texts.next}
          </Button>
        </Row>
      </CardParts>
    </Card>
  )
}
