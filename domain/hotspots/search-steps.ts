/**
 * Does some steps as a part of more.
 * @yields {number} the share of all that is done: from the first of these numbers to the second.
 */
export function* partOf<T>(steps: Generator<number, T>, from: number, to: number): Generator<number, T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    yield from + (to - from) * step.value
  }
}
