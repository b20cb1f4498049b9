import * as z from 'zod/mini'
import { type DossierDetails, dossierEntry } from '#contract/dossier/dossier-details.ts'
import { instantOfTyped, skippedTime, typedTime } from '#domain/time/typed-time.ts'

/** The form of the details: as the contract's entry, but with the moment as the browser's field writes it. */
export const detailsForm = z.object({
  ...dossierEntry.shape,
  lastSeenAt: z.string().check(z.refine((typed) => typed === '' || lastSeen(typed) !== null, skippedTime)),
})

export interface DetailsFormValues extends Record<string, unknown> {
  brand: string
  model: string
  colour: string
  plate: string
  frameNumber: string
  lastSeenPlace: string
  /** As it was typed, or empty. */
  lastSeenAt: string
  caseReference: string
  policeStation: string
  ownerName: string
  ownerPhone: string
  ownershipProof: string
  withPicture: boolean
}

export function detailsFormOf({ lastSeenAt, withPicture, ...lines }: DossierDetails): DetailsFormValues {
  return {
    brand: lines.brand ?? '',
    model: lines.model ?? '',
    colour: lines.colour ?? '',
    plate: lines.plate ?? '',
    frameNumber: lines.frameNumber ?? '',
    lastSeenPlace: lines.lastSeenPlace ?? '',
    lastSeenAt: lastSeenAt === null ? '' : typedTime(lastSeenAt),
    caseReference: lines.caseReference ?? '',
    policeStation: lines.policeStation ?? '',
    ownerName: lines.ownerName ?? '',
    ownerPhone: lines.ownerPhone ?? '',
    ownershipProof: lines.ownershipProof ?? '',
    withPicture,
  }
}

/** What to send. */
export function entryOf(values: DetailsFormValues): z.input<typeof dossierEntry> {
  return { ...values, lastSeenAt: lastSeen(values.lastSeenAt) }
}

function lastSeen(typed: string) {
  return instantOfTyped(typed, 'first')
}

/** Whether a frame number does not look like a modern one: a hint, never an obstacle, because old vehicles have others. */
export function isDoubtfulFrameNumber(text: string): boolean {
  const frameNumber = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return frameNumber !== '' && !/^[A-HJ-NPR-Z0-9]{17}$/.test(frameNumber)
}
