import { type FileFault, fileFaults } from '#contract/base/file-faults.ts'

/** Where a file cannot be read any further, and why. */
export class FileMistake extends Error {
  readonly fault: FileFault
  /** From 1; null in a file without lines. */
  readonly line: number | null
  /** The element that is concerned; null if there is none. */
  readonly element: string | null

  constructor(fault: FileFault, line: number | null, element: string | null) {
    super(fault)
    this.name = 'FileMistake'
    this.fault = fault
    this.line = line
    this.element = element
  }
}

const aboutTheWhole: readonly FileFault[] = ['empty', 'html', 'archive', 'unpacked', 'gpi', 'not-tours']

/** `Zeile 12, Element <trkpt>: Einem Punkt fehlen …` */
export function fileMistakeInWords({ fault, line, element }: FileMistake): string {
  if (aboutTheWhole.includes(fault) || line === null) return fileFaults[fault]
  const place = element === null ? `Zeile ${line}` : `Zeile ${line}, Element <${element}>`
  return `${place}: ${fileFaults[fault]}`
}
