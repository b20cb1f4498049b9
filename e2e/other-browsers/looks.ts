import sharp from 'sharp'
import { keep } from './artefacts.ts'
import type { BrowserWindow } from './browser-window.ts'
import { heading } from './things.ts'
import type { Visitor } from './visitor.ts'

/* Faults of a page that can be seen, beyond what its console says. */

/** Waits until the screen's heading is there and nothing on the screen is busy. */
export async function settle(visitor: Visitor): Promise<void> {
  await visitor.see(heading(/./))
  await visitor.until('to see nothing busy', () =>
    // The style guide shows a busy button.
    visitor.window.run(() => document.querySelector('[aria-busy=true]:not(button)') === null),
  )
}

/**
 * The faults in what the window shows now.
 * @param name what the window shows, for the messages.
 */
export async function faultsInSight({ window, dark }: Visitor, name: string): Promise<string[]> {
  const faults = await window.run(faultsOfLayout)
  if (dark) faults.push(...(await brightBoxes(window)))
  return faults.map((fault) => `${name}: ${fault}`)
}

/** Runs in the page. */
function faultsOfLayout(): string[] {
  const faults: string[] = []
  const tooWide = document.documentElement.scrollWidth - window.innerWidth
  if (tooWide > 0) faults.push(`${tooWide} px too wide`)

  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
  const [scale, attribution] = [boxOf('.maplibregl-ctrl-scale'), boxOf('.maplibregl-ctrl-attrib')]
  const areApart =
    scale === undefined ||
    attribution === undefined ||
    scale.right <= attribution.left ||
    scale.bottom <= attribution.top ||
    attribution.right <= scale.left ||
    attribution.bottom <= scale.top
  if (!areApart) faults.push('the map’s scale and attribution lie above each other')

  for (const list of document.querySelectorAll('select')) {
    if (getComputedStyle(list).appearance !== 'none') faults.push(`a list looks as the browser’s own: ${list.id}`)
  }
  return faults
}

/** One of each kind is enough: all are drawn by the same rule. */
async function brightBoxes(window: BrowserWindow): Promise<string[]> {
  const faults: string[] = []
  for (const kind of ['checkbox', 'radio']) {
    const middle = await insideOf(window, `input[type=${kind}]:not(:checked):not(:disabled)`)
    if (middle !== null && middle.lightness > 0.5) {
      keep(`bright-${kind}`, await window.picture())
      faults.push(`a ${kind} that is not chosen is bright in the dark`)
    }
  }
  return faults
}

interface Seen {
  /** Of the average colour, from 0 for black to 1 for white. */
  lightness: number
  /** Whether it is empty: one colour all over. */
  plain: boolean
}

/** The inner half, in both directions, of the first visible one of these elements; null if none is visible. */
export async function insideOf(window: BrowserWindow, selector: string): Promise<Seen | null> {
  const part = await stillInside(window, selector)
  if (part === null) return null
  const [grey] = (await sharp(part).stats()).channels
  return grey === undefined ? null : { lightness: grey.mean / 255, plain: grey.max - grey.min < 8 }
}

const mostPictures = 20

/** A picture may be older than the last scrolling. Two equal pictures in a row are not. */
async function stillInside(window: BrowserWindow, selector: string): Promise<Buffer | null> {
  let before = await greysInside(window, selector)
  for (let pictures = 1; pictures < mostPictures && before !== null; pictures += 1) {
    const part = await greysInside(window, selector)
    if (part?.equals(before) === true) return part
    before = part
  }
  return before
}

async function greysInside(window: BrowserWindow, selector: string): Promise<Buffer | null> {
  const box = await window.run(innerHalfOf, selector)
  if (box === null) return null
  return sharp(await window.picture())
    .extract(box)
    .removeAlpha()
    .greyscale()
    .png()
    .toBuffer()
}

/** Runs in the page. The result is in whole CSS pixels, which are also the picture's pixels. */
function innerHalfOf(selector: string) {
  const element = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility())
  if (element === undefined) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  return {
    left: Math.round(left + width / 4),
    top: Math.round(top + height / 4),
    width: Math.round(width / 2),
    height: Math.round(height / 2),
  }
}
