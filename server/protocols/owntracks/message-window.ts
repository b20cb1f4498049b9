/** How much of a broker's backlog is in work at a time. */
export interface WindowBounds {
  messages: number
  bytes: number
}

/**
 * The messages in work, in the order in which they came. They end in any order, but they are acknowledged in that of their
 * arrival (MQTT 3.1.1, section 4.6). A single message may be larger than the bounds: one at a time always goes on.
 */
export function createMessageWindow<Message>(bounds: WindowBounds) {
  /** A map keeps the order in which its keys came. */
  const inWork = new Map<Message, { bytes: number; isDone: boolean }>()
  let bytesInWork = 0
  return {
    add(message: Message, bytes: number): void {
      inWork.set(message, { bytes, isDone: false })
      bytesInWork += bytes
    },

    /** Nothing more is to be read while it is. */
    isFull: () => inWork.size >= bounds.messages || bytesInWork >= bounds.bytes,

    /** Takes messages whose work is done. Returns, in their order, all that may be acknowledged now. */
    finish(messages: readonly Message[]): Message[] {
      for (const message of messages) {
        const entry = inWork.get(message)
        if (entry !== undefined) entry.isDone = true
      }
      const ready: Message[] = []
      for (const [message, { bytes, isDone }] of inWork) {
        if (!isDone) break
        inWork.delete(message)
        bytesInWork -= bytes
        ready.push(message)
      }
      return ready
    },
  }
}
