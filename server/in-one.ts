/**
 * Asks for many at once: what is asked for within one turn of the event loop goes into one question, which is put when
 * the turn is over. So the answer is never older than who asks for it, and under load most of the asking is saved.
 * @param ask gives one answer for each key, in their order.
 */
export function inOneQuestion<K, V>(ask: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
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
