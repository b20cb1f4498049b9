import { stateOf } from '#domain/dossier.ts'
import { stateMeanings, stateNames } from '#domain/dossier-words.ts'
import type { DossierDocument } from './dossier-document.ts'
import { germanMoment, groupedImei, momentInBoth } from './dossier-formats.ts'
import { page } from './pdf-page.ts'
import { write } from './pdf-text.ts'

export type Fact = readonly [name: string, value: string | null]

interface Column {
  x: number
  y: number
  width: number
}

const missing = 'nicht angegeben'

export function vehicleFacts({ details, imei }: DossierDocument): Fact[] {
  const { brand, model, colour, plate, frameNumber } = details
  return [
    ['Kennzeichen', plate],
    ['Marke', brand],
    ['Modell', model],
    ['Farbe', colour],
    ['Fahrgestellnummer', frameNumber],
    ['IMEI des Ortungsgeräts', groupedImei(imei)],
  ]
}

export function caseFacts({ details }: DossierDocument): Fact[] {
  const { caseReference, policeStation, lastSeenAt, lastSeenPlace } = details
  return [
    ['Aktenzeichen', caseReference],
    ['Dienststelle', policeStation],
    ['Zuletzt gesehen am', lastSeenAt === null ? null : `${germanMoment(new Date(lastSeenAt))} Uhr`],
    ['Zuletzt gesehen in', lastSeenPlace],
  ]
}

/** The newest states, the newest first: more would push the last position off the first page. */
const shownStates = 4

export function stateFacts({ changes }: DossierDocument): Fact[] {
  const states = changes.slice(-shownStates).toReversed()
  if (states.length === 0) return [[stateNames.PARKED, stateMeanings[stateOf(changes)]]]
  return states.map(({ state, since, setAt }) => {
    const said = setAt.getTime() === since.getTime() ? '' : `; eingetragen am ${germanMoment(setAt)} Uhr`
    return [stateNames[state], `seit ${momentInBoth(since)}${said}`]
  })
}

/** Gives where it ends below, as all that draw do. */
export function drawHeading(doc: PDFKit.PDFDocument, text: string, { x, y, width }: Column): number {
  const below = write(doc, text, { x, y, width, size: 12.5, weight: 600, colour: page.brand })
  doc
    .moveTo(x, below)
    .lineTo(x + width, below)
    .lineWidth(0.8)
    .stroke(page.line)
  return below + 5
}

export function drawFacts(doc: PDFKit.PDFDocument, facts: readonly Fact[], { x, y, width }: Column): number {
  const nameWidth = Math.min(118, width * 0.45)
  let below = y
  for (const [name, value] of facts) {
    const nameEnd = write(doc, name, { x, y: below, width: nameWidth - 6, size: 10, colour: page.muted })
    const place = { x: x + nameWidth, y: below, width: width - nameWidth, size: 10.5 }
    const valueEnd =
      value === null
        ? write(doc, missing, { ...place, colour: page.muted })
        : write(doc, value, { ...place, weight: 600 as const })
    below = Math.max(nameEnd, valueEnd) + 1
  }
  return below
}
