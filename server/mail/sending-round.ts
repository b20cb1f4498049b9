import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { SendingDropped } from './mailer.ts'

/** Sends the e-mails of a queue of rows, several at a time. */
export interface SendingRound {
  /**
   * Sends all that are due, and those that become due meanwhile, and returns when none is left. An e-mail that hangs does not
   * hold up the others: after its time a round leaves it to itself, and the next one goes on with the places that are free.
   */
  run(): Promise<void>
  /** Resolves when none is on its way any more. */
  settled(): Promise<void>
}

interface Parts<Email> {
  /** Claims the next one that is due; null if there is none. */
  begin(begunAt: Date): Promise<Email | null>
  /** Sends it, and notes what became of it. Rejects with `SendingDropped` if the product stops. */
  send(email: Email): Promise<void>
  now(): Date
  /** A round begins no further e-mail after this time. */
  runMs: number
  /** So many are sent at a time. */
  atOnce?: number
}

const { alarmsAtOnce, lookEveryMs } = mailServerLimits

/** Waits until the first of these is done, not for longer than until it is time to look again. */
export async function untilNextLook(...awaited: Promise<unknown>[]): Promise<void> {
  const pause = Promise.withResolvers<void>()
  const timer = setTimeout(pause.resolve, lookEveryMs)
  await Promise.race([...awaited, pause.promise])
  clearTimeout(timer)
}

export function createSendingRound<Email>({
  begin,
  send,
  now,
  runMs,
  atOnce = alarmsAtOnce,
}: Parts<Email>): SendingRound {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []

  const start = (email: Email): void => {
    const sending = send(email)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  }
  const settled = async () => {
    await Promise.all(underWay)
  }
  /** What could not even be noted is a failure of the job. After a drop, the others may still be taken. */
  const throwFailure = async () => {
    if (failures.length === 0) return
    const [failure] = failures.splice(0)
    if (failure instanceof SendingDropped) {
      await settled()
      // What was begun meanwhile is dropped, too.
      const others = failures.filter((one) => !(one instanceof SendingDropped))
      failures.splice(0, failures.length, ...others)
    }
    throw failure
  }

  return {
    async run() {
      const begunAt = now()
      while (now().getTime() - begunAt.getTime() < runMs) {
        await throwFailure()
        const before = underWay.size
        const email = underWay.size < atOnce ? await begin(begunAt) : null
        if (email !== null) start(email)
        // What ended while this was asked may have made another due, such as the next one to the same address.
        else if (underWay.size < before) continue
        else if (underWay.size > 0) await untilNextLook(...underWay)
        else break
      }
      await untilNextLook(settled())
      await throwFailure()
    },
    settled,
  }
}
