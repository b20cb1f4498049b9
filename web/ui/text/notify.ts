import type { ReactNode } from 'react'
import type { NoticeKind } from './Notice.tsx'

/** A passing message, as the specification's alerts: shown above the page and read out. */
export interface Message {
  id: number
  kind: NoticeKind
  text: string
  /** What can be done about it; `close` takes the message away. */
  actions: MessageActions | undefined
}

type MessageActions = (close: () => void) => ReactNode

const shownMs = 8000
const mostAtOnce = 3

let messages: readonly Message[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message. Problems stay until they are closed, all other messages disappear by themselves. */
export function notify(kind: NoticeKind, text: string, actions?: MessageActions): void {
  const message = { id: (lastId += 1), kind, text, actions }
  const others = messages.filter((shown) => shown.text !== text)
  change(withRoom([...others, message]))
  if (isPassing(message)) setTimeout(() => dismiss(message.id), shownMs)
}

const isPassing = ({ kind }: Message) => kind === 'info' || kind === 'success'

/** Where there are too many, those that pass by themselves make room first, the oldest before the others; never the newest. */
function withRoom(all: readonly Message[]): readonly Message[] {
  if (all.length <= mostAtOnce) return all
  const older = all.slice(0, -1)
  const gone = older.find(isPassing) ?? older[0]
  return withRoom(all.filter((message) => message !== gone))
}

/** Takes a message away. */
export function dismiss(id: number): void {
  if (messages.some((message) => message.id === id)) change(messages.filter((message) => message.id !== id))
}

/** The messages that are shown, for the shell. */
export const shownMessages = {
  current: () => messages,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function change(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}
