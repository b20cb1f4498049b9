import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import type { Household } from './people.ts'

const pauseMs = 20

export interface Arrivals {
  mails: readonly { id: string; at: Date }[]
  pushes: readonly { alarmId: string; at: Date }[]
  /** The text of the first e-mail to the first contact about an alarm; null if the night is over without one. */
  firstHop: Promise<string | null>
}

/** Notes when messages about alarms come to the mailboxes and the browser of a household, until the night is over. */
export function watchArrivals(
  { mail, clock }: Installation,
  { owner, browser, contacts }: Household,
  night: { isOver: boolean },
): Arrivals {
  const mails: { id: string; at: Date }[] = []
  const pushes: { alarmId: string; at: Date }[] = []
  const firstHop = Promise.withResolvers<string | null>()
  let read = mail.emails.length
  const look = () => {
    for (const { message } of browser.arrived.slice(pushes.length))
      pushes.push({ alarmId: message.tag, at: clock.now() })
    for (const { to, messageId = '', text = '' } of mail.emails.slice(read)) {
      read += 1
      const addresses = to?.map(({ address = '' }) => address) ?? []
      const id = /^<(alarm(?:-hop)?\..*)@/.exec(messageId)?.[1]
      if (id === undefined || !addresses.some((address) => [owner.email, ...contacts].includes(address))) continue
      mails.push({ id, at: clock.now() })
      if (contacts[0] !== undefined && addresses.includes(contacts[0])) firstHop.resolve(text)
    }
  }
  const watch = async () => {
    while (!night.isOver) {
      look()
      await sleep(pauseMs)
    }
    look()
    firstHop.resolve(null)
  }
  void watch()
  return { mails, pushes, firstHop: firstHop.promise }
}
