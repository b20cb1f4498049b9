/** A question to the visitor, whether it is them; answered once. */
export interface StepUpQuestion {
  /** @param proved false: they would rather leave it. */
  answer(proved: boolean): void
}

type Listener = (question: StepUpQuestion | null) => void

/** Asks the visitor to prove who they are. Calls that need it at the same time ask once. */
export function createStepUp() {
  let listener: Listener | null = null
  let asked: Promise<boolean> | null = null

  return {
    /** Whether the visitor has proved who they are; false at once while nothing is there that could ask. */
    ask(): Promise<boolean> {
      asked ??= new Promise<boolean>((resolve) => {
        if (listener === null) resolve(false)
        else listener({ answer: resolve })
      }).finally(() => {
        asked = null
        listener?.(null)
      })
      return asked
    },

    /** Shows the question, and null once it is answered. Returns how to stop, which answers an open question by no. */
    onQuestion(show: Listener): () => void {
      let open: StepUpQuestion | null = null
      listener = (question) => show((open = question))
      return () => {
        listener = null
        open?.answer(false)
      }
    },
  }
}

export const stepUp = createStepUp()
