import { connection } from '#web/api/calls/connection.ts'
import { followOtherTabs, outbox } from '#web/api/offline/outbox.ts'
import { session } from '#web/api/session/session.ts'
import { outboxTexts as texts } from '#web/app/offline/outbox-texts.ts'
import { notify } from '#web/ui/text/notify.ts'

let started = false

/** From now on what waits is sent as soon as the server answers, and forgotten with the session. */
export function startOutbox(): void {
  if (started) return
  started = true
  connection.subscribe(() => {
    if (!connection.current().lost) void sendWaiting()
  })
  session.subscribe((state, before) => {
    if (state.token === before.token) return
    const count = outbox.current().length
    // No more than that: the next user of this browser reads it, too.
    if (count > 0) notify('warning', texts.lost(count))
    outbox.forget()
  })
  followOtherTabs()
  void outbox.load().then(sendWaiting)
}

async function sendWaiting(): Promise<void> {
  if (outbox.current().length === 0 || connection.current().lost) return
  const sent = await outbox.send()
  if (sent > 0) notify('success', texts.sent(sent))
}
