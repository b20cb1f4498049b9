/*
 * Loaded before the product (`node --import`), it ends that process at one statement, as the kernel does when memory runs out.
 * DIES_QUEUEING says what work is being queued then, or `messages`; DIES says when.
 */
import pg from 'pg'

export const deaths = ['before the work is queued', 'before the commit', 'after the commit'] as const

const { DIES: when, DIES_QUEUEING: queue } = process.env
/** Connections whose transaction has queued the work. */
const queued = new WeakSet<object>()

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return Promise.withResolvers<never>().promise
}

if (queue !== undefined) {
  const queueing = queue === 'messages' ? 'insert into "messages"' : `'${queue}' as name`
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply(query, client: pg.Client, words: readonly unknown[]): unknown {
      const [text] = words
      const isQueueing = typeof text === 'string' && text.includes(queueing)
      const isCommit = text === 'commit' && queued.has(client)
      if (isQueueing && when === 'before the work is queued') return die()
      if (isCommit && when === 'before the commit') return die()
      const answer: unknown = Reflect.apply(query, client, words)
      if (isQueueing) queued.add(client)
      return isCommit ? Promise.resolve(answer).then(die) : answer
    },
  })
}
