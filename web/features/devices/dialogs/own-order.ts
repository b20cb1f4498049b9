/** The same things, with one a place further up (-1) or down (1); as they are, where it is at the end already. */
export function movedBy<Thing>(order: readonly Thing[], thing: Thing, by: 1 | -1): Thing[] {
  const from = order.indexOf(thing)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return [...order]
  return order.toSpliced(from, 1).toSpliced(to, 0, thing)
}
