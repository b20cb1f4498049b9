/**
 * Reads something by its key, and keeps the answers to those questions that were asked last. What failed is asked anew.
 * @param most how many answers are kept.
 */
export function createRecent<Asked, Answer>(
  most: number,
  read: (asked: Asked) => Promise<Answer>,
): (key: string, asked: Asked) => Promise<Answer> {
  /** Those that were asked last come last. */
  const kept = new Map<string, Promise<Answer>>()
  return (key, asked) => {
    const answer = kept.get(key) ?? read(asked)
    kept.delete(key)
    kept.set(key, answer)
    answer.catch(() => {
      if (kept.get(key) === answer) kept.delete(key)
    })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return answer
  }
}
