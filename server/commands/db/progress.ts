/** The progress of long work, for the person at the terminal. */
export interface Progress {
  /** @param share 0 to 1. */
  show(step: string, share: number): void
  /** Ends the line, so that the next output begins a new one. */
  end(): void
}

const barLength = 30
const plainSteps = 4

/** A bar that grows in place on a terminal; elsewhere a line at each quarter, because a log keeps every line. */
export function createProgress({ terminal, write }: { terminal: boolean; write(text: string): void }): Progress {
  let shown: { step: string; count: number } | null = null
  const steps = terminal ? 100 : plainSteps

  const end = () => {
    if (shown !== null && terminal) write('\n')
    shown = null
  }

  return {
    show(step, share) {
      const count = Math.floor(share * steps)
      if (shown?.step === step && shown.count >= count) return
      if (shown !== null && shown.step !== step) end()
      shown = { step, count }
      const percent = `${Math.round((100 * count) / steps)} %`
      write(terminal ? `\r${bar(count / steps)} ${percent.padStart(5)} ${step}` : `${step}: ${percent}\n`)
    },
    end,
  }
}

function bar(share: number): string {
  const filled = Math.round(share * barLength)
  return `[${'█'.repeat(filled)}${' '.repeat(barLength - filled)}]`
}
