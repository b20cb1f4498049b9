import { useState } from 'react'
import { outbox } from '#web/api/outbox.ts'
import type { Waiting } from '#web/api/waiting.ts'
import styles from '#web/app/offline/OutboxList.module.css'
import { madeAt, outboxTexts as texts, stuckInWords, titleOf } from '#web/app/offline/outbox-texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { clock, useNow } from '#web/kit/clock.ts'
import { notify } from '#web/kit/notify.ts'
import { typedText } from './typed-text.ts'

interface OutboxListProps {
  id: string
  all: readonly Waiting[]
}

/** Each change that is not on the server: what it is, why it is still here, and what can be done. */
export function OutboxList({ id, all }: OutboxListProps) {
  return (
    <div id={id} className={styles.list}>
      <ul className={styles.rows}>
        {all.map((waiting) => (
          <li key={waiting.name} className={styles.row}>
            <Change waiting={waiting} />
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{texts.untilSignOut}</p>
    </div>
  )
}

const everyMs = 30_000

function Change({ waiting }: { waiting: Waiting }) {
  const { name, at, change, stuck } = waiting
  const now = useNow(everyMs)
  const typed = typedText(change)
  return (
    <>
      <p>
        <strong className={styles.title}>{titleOf(change)}</strong>
        <span className={styles.at}>{madeAt(clock.at(at), now)}</span>
      </p>
      {stuck !== null && <p className={styles.reason}>{stuckInWords(stuck, change)}</p>}
      {stuck !== null && typed.length > 0 && (
        <>
          <p className={styles.at}>{texts.typed}</p>
          <p className={styles.typed}>{typed}</p>
        </>
      )}
      <div className={styles.actions}>
        {stuck?.why === 'changed' && <SendMine waiting={waiting} />}
        {stuck !== null && typed.length > 0 && (
          <Button kind="secondary" aria-label={texts.named(texts.copy, change)} onClick={() => void copy(typed)}>
            {texts.copy}
          </Button>
        )}
        <Button kind="secondary" aria-label={texts.named(texts.drop, change)} onClick={() => void outbox.drop(name)}>
          {texts.drop}
        </Button>
      </div>
    </>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', texts.copied)
  } catch {
    // Over plain http, or where its user does not allow it.
    notify('info', texts.copyByHand)
  }
}

function SendMine({ waiting }: { waiting: Waiting }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const { decidedFor } = await import('#web/api/outbox-rules.ts')
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
