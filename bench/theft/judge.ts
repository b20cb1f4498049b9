import { type Alarm, mayMeanTheft } from '#contract/alarms/alarms.ts'

/** What was seen of a night from outside, and the product's own log of it. Times are the product's. */
export interface Observed {
  takenAt: Date
  /** When the log was read. */
  readAt: Date
  /** How long handing over a message takes: what was begun before an answer arrives this much later at most. */
  handoverMs: number
  /** When the owner or a contact had answered, by the product's reply. */
  ownerAnsweredAt: Date | null
  contactAnsweredAt: Date | null
  /** When the alarm was on a screen (vehicle-states). */
  onScreenAt: Date | null
  /** The first position that the police would see; null where nothing is known of a theft. */
  firstPositionAt: Date | null
  mails: readonly { id: string; at: Date }[]
  /** Each names its alarm. */
  pushes: readonly { alarmId: string; at: Date }[]
  alarms: readonly Alarm[]
  /** The times of fixes on the way that their tracker need not repeat. */
  acknowledged: readonly Date[]
  stored: readonly Date[]
}

export interface Outcome {
  /** What was detected; null: nothing. */
  detected: Alarm['kind'] | null
  /** Milliseconds since it was taken; null: not at all. */
  onScreenMs: number | null
  pushedMs: number | null
  mailedMs: number | null
  hopsMs: number[]
  /** The first position of the dossier, since it was taken. */
  firstPositionMs: number | null
  /** Alarms about the vehicle before it was taken. */
  mistaken: number
  /** Messages that came after the owner had answered; to contacts also after a contact had. */
  afterAnswer: number
  lost: string[]
  /** E-mails that came again with the same Message-ID: mail programs show them once. */
  again: number
}

export const mailNameOf = (alarmId: string) => `alarm.${alarmId}`
export const hopNameOf = (alarmId: string, number: number) => `alarm-hop.${alarmId}.${number}`

export function judge(observed: Observed): Outcome {
  const { takenAt, alarms, mails, pushes } = observed
  const since = (at: Date | null | undefined) => (at ? at.getTime() - takenAt.getTime() : null)
  const about = alarms.filter(({ kind }) => mayMeanTheft(kind) || kind === 'SILENCE').toReversed()
  const thefts = about.filter(({ detectedAt }) => new Date(detectedAt) >= takenAt)
  const first = thefts[0]
  const arrivedAt = (name: string) => mails.find(({ id }) => id === name)?.at
  const hopsMs = thefts.flatMap(({ id, hops }) =>
    hops.flatMap(({ number }) => since(arrivedAt(hopNameOf(id, number))) ?? []),
  )
  return {
    detected: first?.kind ?? null,
    onScreenMs: since(observed.onScreenAt),
    pushedMs: since(first && pushes.find(({ alarmId }) => alarmId === first.id)?.at),
    mailedMs: since(first && arrivedAt(mailNameOf(first.id))),
    hopsMs: hopsMs.toSorted((one, other) => one - other),
    firstPositionMs: since(observed.firstPositionAt),
    mistaken: about.length - thefts.length,
    afterAnswer: afterAnswer(observed, thefts),
    lost: [...lostMessages(observed), ...lostFixes(observed)],
    again: mails.length - new Set(mails.map(({ id }) => id)).size,
  }
}

/** By what arrived; of an e-mail to the owner the log says whether it was begun before, and took long on its way. */
function afterAnswer(observed: Observed, thefts: readonly Alarm[]): number {
  const { ownerAnsweredAt, contactAnsweredAt, handoverMs, mails } = observed
  const isAfter = (at: Date, answeredAt: Date | null) =>
    answeredAt !== null && at.getTime() > answeredAt.getTime() + handoverMs
  const letters = new Set(
    thefts
      .filter(({ letter: { begunAt } }) => begunAt === null || (ownerAnsweredAt && new Date(begunAt) > ownerAnsweredAt))
      .map(({ id }) => mailNameOf(id)),
  )
  const hops = new Set(thefts.flatMap(({ id, hops: all }) => all.map(({ number }) => hopNameOf(id, number))))
  return mails.filter(
    ({ id, at }) =>
      (isAfter(at, ownerAnsweredAt) && (letters.has(id) || hops.has(id))) ||
      (isAfter(at, contactAnsweredAt) && hops.has(id)),
  ).length
}

/** What the log says was sent and never arrived, and what was due and neither sent nor stopped. */
function lostMessages({ alarms, mails, pushes, readAt }: Observed): string[] {
  const arrived = new Set(mails.map(({ id }) => id))
  const pushed = new Set(pushes.map(({ alarmId }) => alarmId))
  const isLost = (state: Message['state'], dueAt: string | null, isThere: boolean) => {
    if (state === 'STOPPED') return false
    if (state === 'QUEUED' && dueAt !== null && new Date(dueAt) > readAt) return false
    return !(isThere && isSent.includes(state))
  }
  return alarms.flatMap(({ id, kind, letter, pushes: sent, hops }) => [
    ...(isLost(letter.state, letter.dueAt, arrived.has(mailNameOf(id))) ? [`e-mail, ${kind}, ${letter.state}`] : []),
    ...sent.flatMap(({ state }) => (isLost(state, null, pushed.has(id)) ? [`push message, ${kind}, ${state}`] : [])),
    ...hops.flatMap(({ number, state, dueAt }) =>
      isLost(state, dueAt, arrived.has(hopNameOf(id, number))) ? [`hop ${number}, ${kind}, ${state}`] : [],
    ),
  ])
}

type Message = Alarm['letter'] | Alarm['pushes'][number] | Alarm['hops'][number]
const isSent: readonly Message['state'][] = ['SENT', 'DELIVERED']

function lostFixes({ acknowledged, stored }: Observed): string[] {
  const there = new Set(stored.map((at) => at.getTime()))
  return acknowledged.filter((at) => !there.has(at.getTime())).map((at) => `fix at ${at.toISOString()}`)
}
