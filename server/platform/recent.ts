/**
 * Reads something by its key, and keeps the answers to those questions that were asked last. What failed is read again, and
 * drives no answer out.
 * @param most how many answers are kept.
 */
export function createRecent<Asked, Answer>(
  most: number,
  read: (asked: Asked) => Promise<Answer>,
): (key: string, asked: Asked) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>()
  /** Those that were asked last come last. */
  const kept = new Map<string, Promise<Answer>>()

  const keep = (key: string, answer: Promise<Answer>) => {
    kept.delete(key)
    kept.set(key, answer)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  }
  const begin = (key: string, asked: Asked) => {
    const answer = read(asked)
    underWay.set(key, answer)
    answer.then(
      () => {
        underWay.delete(key)
        keep(key, answer)
      },
      () => underWay.delete(key),
    )
    return answer
  }

  return (key, asked) => {
    const known = kept.get(key)
    if (known === undefined) return underWay.get(key) ?? begin(key, asked)
    keep(key, known)
    return known
  }
}
