import { Suspense, useState } from 'react'
import { outbox } from '#web/api/offline/outbox.ts'
import type { OutboxEntry } from '#web/api/offline/outbox-change.ts'
import styles from '#web/app/offline/OutboxList.module.css'
import { madeAt, outboxTexts as texts, stuckInWords, titleOf } from '#web/app/offline/outbox-texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { clock, useNow } from '#web/browser/clock.ts'
import { lazyExtra } from '#web/browser/lazy-with-retry.ts'

const TypedText = lazyExtra(async () => (await import('./TypedText.tsx')).TypedText)

interface OutboxListProps {
  id: string
  all: readonly OutboxEntry[]
}

/** Each change that is not on the server: what it is, why it is still here, and what can be done. */
export function OutboxList({ id, all }: OutboxListProps) {
  return (
    <div id={id} className={styles.list}>
      <Stack gap={3}>
        <PlainList gap={3}>
          {all.map((waiting) => (
            <Stack as="li" gap={2} key={waiting.name}>
              <Change waiting={waiting} />
            </Stack>
          ))}
        </PlainList>
        <Small>{texts.untilSignOut}</Small>
      </Stack>
    </div>
  )
}

const everyMs = 30_000

function Change({ waiting }: { waiting: OutboxEntry }) {
  const { name, at, change, stuck } = waiting
  const now = useNow(everyMs)
  return (
    <>
      <p>
        <strong className={styles.title}>{titleOf(change)}</strong>
        <Small as="span">{madeAt(clock.at(at), now)}</Small>
      </p>
      {stuck !== null && <p className={styles.reason}>{stuckInWords(stuck, change)}</p>}
      {stuck !== null && (
        <Suspense fallback={null}>
          <TypedText change={change} />
        </Suspense>
      )}
      <Row gap={2}>
        {stuck?.why === 'changed' && <SendMine waiting={waiting} />}
        <Button kind="secondary" aria-label={texts.named(texts.drop, change)} onClick={() => void outbox.drop(name)}>
          {texts.drop}
        </Button>
      </Row>
    </>
  )
}

function SendMine({ waiting }: { waiting: OutboxEntry }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const { decidedFor } = await import('#web/api/offline/outbox-rules.ts')
    await outbox.replace(decidedFor(waiting))
    await outbox.send()
    setBusy(false)
  }
  return (
    <Button busy={busy} aria-label={texts.named(texts.sendMine, waiting.change)} onClick={() => void send()}>
      {texts.sendMine}
    </Button>
  )
}
