/** A choice that was not saved, and why. */
export interface Unsaved<Problem> {
  choice: string
  problem: Problem
}

/** What is still unsaved after a choice was tried. Each is its own call: that another one is saved says nothing of it. @param problem null: it was saved. */
export function unsavedAfter<Problem>(
  before: readonly Unsaved<Problem>[],
  choice: string,
  problem: Problem | null,
): Unsaved<Problem>[] {
  const others = before.filter((one) => one.choice !== choice)
  return problem === null ? others : [...others, { choice, problem }]
}
