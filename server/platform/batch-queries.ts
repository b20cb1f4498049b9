/**
 * Puts many requests into one question: all that come within one turn of the event loop are asked together when the turn is
 * over. So no answer is older than its request, and under load far fewer questions are asked.
 * @param ask gives one answer for each key, in their order.
 */
export function batchQueries<K, V>(ask: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let waiting: { key: K; resolve: (answer: Promise<V>) => void }[] = []

  function put(): void {
    const asked = waiting
    waiting = []
    const answers = ask(asked.map(({ key }) => key))
    for (const [at, { resolve }] of asked.entries()) resolve(answers.then((all) => answerAt(all, at)))
  }

  return (key) =>
    new Promise((resolve) => {
      waiting.push({ key, resolve })
      if (waiting.length === 1) setImmediate(put)
    })
}

function answerAt<V>(answers: readonly V[], at: number): V {
  const answer = answers[at]
  if (answer === undefined) throw new RangeError('an answer is missing')
  return answer
}
