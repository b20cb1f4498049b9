import { useId, useState } from 'react'
import { useOutbox } from '#web/api/offline/outbox.ts'
import { Bar } from '#web/app/offline/Bar.tsx'
import { OutboxList } from '#web/app/offline/OutboxList.tsx'
import { outboxTexts as texts } from '#web/app/offline/outbox-texts.ts'
import { OpenIcon, SendIcon, WarningIcon } from '#web/ui/pictures/icons.tsx'

/** What was changed here and is not on the server: how many, and below it each of them with what can be done. */
export function OutboxBar() {
  const all = useOutbox()
  const [opened, setOpened] = useState(false)
  const listId = useId()
  const stuck = all.filter((one) => one.stuck !== null).length
  if (all.length === 0) return null
  return (
    <>
      <Bar
        name={texts.title}
        icon={stuck > 0 ? <WarningIcon /> : <SendIcon />}
        title={stuck > 0 ? texts.stuck(stuck) : texts.waiting(all.length)}
        action={opened ? texts.hide : texts.show}
        actionIcon={<OpenIcon />}
        opens={{ id: listId, opened }}
        busy={false}
        onAction={() => setOpened(!opened)}
      />
      {opened && <OutboxList id={listId} all={all} />}
    </>
  )
}
