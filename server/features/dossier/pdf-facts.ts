import { type StateChange, stateOf } from '#domain/dossier/dossier.ts'
import { stateMeanings, stateNames } from '#domain/dossier/dossier-words.ts'
import type { DossierDocument } from './dossier-document.ts'
import { groupedImei, momentInBoth, momentOClock } from './dossier-formats.ts'
import { page, placeFor } from './pdf-page.ts'
import { decorated, grouped } from './pdf-structure.ts'
import { heightOf, type TextPlace, write } from './pdf-text.ts'

export type Fact = readonly [name: string, value: string | null]

export interface Section {
  title: string
  facts: readonly Fact[]
}

export interface Column {
  x: number
  y: number
  width: number
}

const missing = 'nicht angegeben'

export function vehicleSection({ details, imei }: DossierDocument): Section {
  const { brand, model, colour, plate, frameNumber } = details
  const facts: Fact[] = [
    ['Kennzeichen', plate],
    ['Marke', brand],
    ['Modell', model],
    ['Farbe', colour],
    ['Fahrgestellnummer', frameNumber],
    ['IMEI des Ortungsgeräts', groupedImei(imei)],
  ]
  return { title: 'Fahrzeug', facts }
}

export function reportSection({ details }: DossierDocument): Section {
  const { caseReference, policeStation, lastSeenAt, lastSeenPlace } = details
  const facts: Fact[] = [
    ['Aktenzeichen', caseReference],
    ['Dienststelle', policeStation],
    ['Zuletzt gesehen am', lastSeenAt === null ? null : momentOClock(new Date(lastSeenAt))],
    ['Zuletzt gesehen in', lastSeenPlace],
  ]
  return { title: 'Anzeige und letzte Sichtung', facts }
}

/** Whom to call back, if the owner has entered it; null if nothing is entered. */
export function ownerSection({ details }: DossierDocument): Section | null {
  const { ownerName, ownerPhone, ownershipProof } = details
  const facts: Fact[] = [
    ['Halter', ownerName],
    ['Telefon', ownerPhone],
    ['Eigentumsnachweis', ownershipProof],
  ]
  const given = facts.filter(([, value]) => value !== null)
  return given.length === 0 ? null : { title: 'Halter und Eigentum', facts: given }
}

/** The newest states, newest first. More would push the last position off the first page. */
const shownStates = 4

export function stateSection({ changes }: DossierDocument): Section {
  return { title: `Zustand: ${stateNames[stateOf(changes)]}`, facts: stateFacts(changes) }
}

function stateFacts(changes: readonly StateChange[]): Fact[] {
  const states = changes.slice(-shownStates).toReversed()
  if (states.length === 0) return [[stateNames.PARKED, stateMeanings[stateOf(changes)]]]
  return states.map(({ state, since, setAt }) => {
    const said = setAt.getTime() === since.getTime() ? '' : `; eingetragen am ${momentOClock(setAt)}`
    return [stateNames[state], `seit ${momentInBoth(since)}${said}`]
  })
}

const headingStyle = { size: 12.5, weight: 600, colour: page.brand } as const
const belowHeading = 5

/** Returns where it ends below, as all drawing functions do. */
export function drawHeading(doc: PDFKit.PDFDocument, text: string, { x, y, width }: Column): number {
  const below = write(doc, text, { x, y, width, ...headingStyle, leaf: 'H2' })
  decorated(doc, () =>
    doc
      .moveTo(x, below)
      .lineTo(x + width, below)
      .lineWidth(0.8)
      .stroke(page.line),
  )
  return below + belowHeading
}

export function heightOfHeading(doc: PDFKit.PDFDocument, text: string, width: number): number {
  return heightOf(doc, text, { width, ...headingStyle }) + belowHeading
}

/** A heading with its facts, on as many pages as they need. No heading is left alone at the foot of a page. */
export function drawSection(doc: PDFKit.PDFDocument, { title, facts }: Section, { x, y, width }: Column): number {
  const leastHeight = heightOfSection(doc, { title, facts: facts.slice(0, 1) }, width)
  return grouped(doc, 'Sect', () => {
    const below = drawHeading(doc, title, { x, y: placeFor(doc, y, leastHeight), width })
    return drawFacts(doc, facts, { x, y: below, width })
  })
}

export function heightOfSection(doc: PDFKit.PDFDocument, { title, facts }: Section, width: number): number {
  return heightOfHeading(doc, title, width) + heightOfFacts(doc, facts, width)
}

export function drawFacts(doc: PDFKit.PDFDocument, facts: readonly Fact[], { x, y, width }: Column): number {
  if (facts.length === 0) return y
  return grouped(doc, 'L', () => facts.reduce((top, fact) => drawFact(doc, fact, { x, y: top, width }), y))
}

function drawFact(doc: PDFKit.PDFDocument, fact: Fact, { x, y, width }: Column): number {
  const { name, value, height } = rowOf(doc, fact, width)
  const top = placeFor(doc, y, height)
  grouped(doc, 'LI', () => {
    write(doc, name.text, { ...name, x, y: top, leaf: 'Lbl' })
    write(doc, value.text, { ...value, x: x + width - value.width, y: top, leaf: 'LBody' })
  })
  return top + height
}

export function heightOfFacts(doc: PDFKit.PDFDocument, facts: readonly Fact[], width: number): number {
  return facts.reduce((sum, fact) => sum + rowOf(doc, fact, width).height, 0)
}

type Cell = Omit<TextPlace, 'x' | 'y'> & { text: string }

function rowOf(doc: PDFKit.PDFDocument, [title, fact]: Fact, width: number) {
  const nameWidth = Math.min(118, width * 0.45)
  const name: Cell = { text: title, width: nameWidth - 6, size: 10, colour: page.muted }
  const known = { size: 10.5, width: width - nameWidth }
  const value: Cell =
    fact === null ? { ...known, text: missing, colour: page.muted } : { ...known, text: fact, weight: 600 }
  return { name, value, height: Math.max(heightOf(doc, name.text, name), heightOf(doc, value.text, value)) + 1 }
}
