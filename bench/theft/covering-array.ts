/** For each factor the number of its chosen level; null: not chosen yet. */
export type Choice = readonly (number | null)[]

/**
 * Rows in which each pair of levels of any two factors occurs, where that is allowed: far fewer than all combinations, and
 * most faults need no more than two circumstances. The same rows each time.
 * @param levels how many levels each factor has.
 * @param isAllowed whether such a row may be; not chosen levels do not matter.
 */
export function coveringRows(levels: readonly number[], isAllowed: (choice: Choice) => boolean): number[][] {
  const left = new Set(allowedPairs(levels, isAllowed))
  const rows: number[][] = []
  for (;;) {
    const [seed] = left
    if (seed === undefined) return rows
    const row = completed(levels, choiceOf(levels, seed), left, isAllowed, rows.length)
    for (const covered of pairsOf(row)) left.delete(covered)
    rows.push(row)
  }
}

/** `0=2 3=1`: level 2 of factor 0 together with level 1 of factor 3. */
const pairName = (one: number, level: number, other: number, otherLevel: number) =>
  `${one}=${level} ${other}=${otherLevel}`

/** The pairs in a row, or in what is chosen of it. */
export function pairsOf(choice: Choice): string[] {
  return choice.flatMap((level, one) =>
    level === null
      ? []
      : choice.flatMap((otherLevel, other) =>
          other <= one || otherLevel === null ? [] : [pairName(one, level, other, otherLevel)],
        ),
  )
}

export function allowedPairs(levels: readonly number[], isAllowed: (choice: Choice) => boolean): string[] {
  const pairs = levels.flatMap((count, one) =>
    levels.slice(one + 1).flatMap((otherCount, further) =>
      Array.from({ length: count * otherCount }, (_, number) => {
        const [level, otherLevel] = [Math.floor(number / otherCount), number % otherCount]
        return pairName(one, level, one + 1 + further, otherLevel)
      }),
    ),
  )
  return pairs.filter((pair) => isAllowed(choiceOf(levels, pair)))
}

function choiceOf(levels: readonly number[], pair: string): (number | null)[] {
  const chosen = new Map(
    pair.split(' ').map((part) => {
      const [factor = Number.NaN, level = Number.NaN] = part.split('=').map(Number)
      return [factor, level]
    }),
  )
  return levels.map((_, factor) => chosen.get(factor) ?? null)
}

/** Chooses the other levels, each so that the row has as many pairs as possible that no row had; of equal ones each in turn. */
function completed(
  levels: readonly number[],
  begun: readonly (number | null)[],
  left: ReadonlySet<string>,
  isAllowed: (choice: Choice) => boolean,
  turn: number,
): number[] {
  const gainOf = (choice: Choice) => pairsOf(choice).filter((pair) => left.has(pair)).length
  return levels
    .reduce<(number | null)[]>(
      (choice, count, factor) => {
        if (choice[factor] !== null) return choice
        const inTurn = Array.from({ length: count }, (_, level) => choice.with(factor, (level + turn) % count))
        const options = inTurn.filter(isAllowed)
        const best = options.toSorted((one, other) => gainOf(other) - gainOf(one))[0]
        if (best === undefined) throw new RangeError('no row is allowed with these levels')
        return best
      },
      [...begun],
    )
    .flatMap((level) => level ?? [])
}
