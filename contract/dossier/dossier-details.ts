import * as z from 'zod/mini'
import { changesSomething } from '#contract/base/change.ts'
import { instant } from '#contract/base/place.ts'
import { oneLine } from '#contract/base/text.ts'
import { dossierLimits } from './dossier-limits.ts'

/** A line that may be empty, which becomes null. @param shape of the text, blanks included. */
function line(length: number, message: string, shape?: RegExp) {
  const nullIfBlank = z.transform((text: string) => (text === '' ? null : text))
  const shaped = shape === undefined ? [] : [z.regex(shape, message)]
  return z.nullable(z.pipe(oneLine(length, message, message).check(...shaped), nullIfBlank))
}

const frameNumberMessage =
  'Die Fahrgestellnummer besteht aus Buchstaben und Ziffern, höchstens 30. Sie steht in Feld E des Fahrzeugscheins.'

const ownerPhoneMessage =
  'Bitte geben Sie die Telefonnummer in Ziffern an, mit höchstens 30 Zeichen, etwa 0721 123456 oder +49 721 123456.'

/** What the police may know about vehicle, report and owner; null if nothing was entered. */
export const dossierDetails = z
  .object({
    brand: z.nullable(z.string()),
    model: z.nullable(z.string()),
    colour: z.nullable(z.string()),
    plate: z.nullable(z.string()),
    frameNumber: z.nullable(z.string()),
    lastSeenPlace: z.nullable(z.string()),
    lastSeenAt: z.nullable(instant),
    /** The police's number of the report („Aktenzeichen“). */
    caseReference: z.nullable(z.string()),
    policeStation: z.nullable(z.string()),
    /** Whom the police call back, and on which number. */
    ownerName: z.nullable(z.string()),
    ownerPhone: z.nullable(z.string()),
    /** The proof of ownership, and where it is kept („Rechnung vom …“). */
    ownershipProof: z.nullable(z.string()),
    /** Whether the profile's picture shows this vehicle and should be in the document. */
    withPicture: z.boolean(),
  })
  .check(z.meta({ id: 'DossierDetails' }))
export type DossierDetails = z.output<typeof dossierDetails>

/** The same as the owner enters it. */
export const dossierEntry = z.object({
  brand: line(dossierLimits.vehicleLength, 'Bitte kürzen Sie die Marke auf höchstens 100 Zeichen.'),
  model: line(dossierLimits.vehicleLength, 'Bitte kürzen Sie das Modell auf höchstens 100 Zeichen.'),
  colour: line(dossierLimits.colourLength, 'Bitte kürzen Sie die Farbe auf höchstens 50 Zeichen.'),
  plate: line(dossierLimits.plateLength, 'Bitte kürzen Sie das Kennzeichen auf höchstens 20 Zeichen.'),
  frameNumber: z.nullable(
    z.pipe(
      oneLine(dossierLimits.frameNumberLength, frameNumberMessage, frameNumberMessage).check(
        z.regex(/^[A-Za-z0-9 -]*$/, frameNumberMessage),
      ),
      z.transform((text) => (text === '' ? null : text.toUpperCase())),
    ),
  ),
  lastSeenPlace: line(dossierLimits.lineLength, 'Bitte beschreiben Sie den Ort mit höchstens 200 Zeichen.'),
  lastSeenAt: z.nullable(instant),
  caseReference: line(
    dossierLimits.caseReferenceLength,
    'Bitte geben Sie das Aktenzeichen mit höchstens 100 Zeichen an.',
  ),
  policeStation: line(dossierLimits.lineLength, 'Bitte geben Sie die Dienststelle mit höchstens 200 Zeichen an.'),
  ownerName: line(dossierLimits.ownerNameLength, 'Bitte geben Sie den Halter mit höchstens 100 Zeichen an.'),
  ownerPhone: line(dossierLimits.ownerPhoneLength, ownerPhoneMessage, /^(?:[+(]*\d[\d ()/.-]*)?$/),
  ownershipProof: line(
    dossierLimits.lineLength,
    'Bitte beschreiben Sie den Eigentumsnachweis mit höchstens 200 Zeichen.',
  ),
  withPicture: z.boolean('Bitte wählen Sie, ob das Bild in die Mappe soll.'),
})

/** Absent: as it was. */
export const dossierDetailsChange = z.partial(dossierEntry).check(changesSomething)
export type DossierDetailsChange = z.output<typeof dossierDetailsChange>
