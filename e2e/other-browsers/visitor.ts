import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as TestingLibrary from '@testing-library/dom'
import { keep } from './artefacts.ts'
import type { BrowserWindow } from './browser-window.ts'
import type { Thing } from './things.ts'

/* Somebody at a window, who finds things as the other stories do: by role, label and words. */

const patienceMs = 20_000
const betweenTriesMs = 60
/** A press takes a moment to pass through the browser's processes. */
const triesOfPress = 10

interface Seat {
  window: BrowserWindow
  dark: boolean
  baseUrl: string
  /** Names the picture that is saved when a wait fails. */
  name: string
}

export interface Visitor {
  window: BrowserWindow
  /** Whether the page is shown in its dark theme. */
  dark: boolean
  goto(path: string): Promise<void>
  /** Waits until it is there. */
  see(thing: Thing): Promise<void>
  /** Waits until it is not. */
  seeNoMore(thing: Thing): Promise<void>
  /** Presses its middle as soon as it stands still and nothing lies over it. */
  click(thing: Thing): Promise<void>
  /** The same if the browser's own alert follows: accepts it and returns its words. */
  clickForAlert(thing: Thing): Promise<string>
  /** Types into an empty field. */
  fill(thing: Thing, words: string): Promise<void>
  /** Chooses the option with this number, from 0, in the browser's own list, which no driver can open. */
  choose(thing: Thing, option: number): Promise<void>
  /** Waits until path and query match this. */
  arriveAt(address: RegExp): Promise<void>
  /** Tries until it is true. */
  until(what: string, attempt: () => Promise<boolean>): Promise<void>
}

export function visitorAt({ window, dark, baseUrl, name }: Seat): Visitor {
  let pictures = 0
  const until: Visitor['until'] = async (what, attempt) => {
    for (let tries = patienceMs / betweenTriesMs; tries > 0; tries -= 1) {
      if (await attempt()) return
      // Timed: how often is looked.
      await sleep(betweenTriesMs)
    }
    pictures += 1
    keep(`${name}-in-vain-${pictures}`, await window.picture())
    throw new Error(`${what}: in vain, at ${await window.run(() => location.pathname)}`)
  }
  const look = async (thing: Thing): Promise<number> => {
    const sought = asData(thing)
    const count = await window.run(countOf, sought)
    if (count !== null) return count
    await window.load(finder)
    return (await window.run(countOf, sought)) ?? 0
  }
  const see = (thing: Thing) => until(`to see ${said(thing)}`, async () => (await look(thing)) > 0)
  const press = async (thing: Thing, hasArrived: () => Promise<boolean>) => {
    let before: Point | null = null
    await until(`to press ${said(thing)}`, async () => {
      if ((await look(thing)) === 0) return false
      const middle = await window.run(freeMiddleOf, asData(thing))
      // Content moves while a page grows: something is pressed only once it stays in its place.
      const stands = middle !== null && before !== null && middle.x === before.x && middle.y === before.y
      before = middle
      if (!stands || !(await window.run(watchPress, asData(thing)))) return false
      await window.click(middle.x, middle.y)
      return hasArrived()
    })
  }
  /** Whether the press hit what was meant: the page may have moved at the last moment, so that the press missed. */
  const arrived = async (): Promise<boolean> => {
    for (let tries = triesOfPress; tries > 0; tries -= 1) {
      if (await window.run(wasPressed)) return true
      // Timed: how often is looked.
      await sleep(betweenTriesMs)
    }
    return false
  }
  return {
    window,
    dark,
    goto: (path) => window.open(new URL(path, baseUrl).toString()),
    see,
    seeNoMore: (thing) => until(`to see no more ${said(thing)}`, async () => (await look(thing)) === 0),
    click: (thing) => press(thing, arrived),
    async clickForAlert(thing) {
      // No script can run in a page while its alert is open.
      await press(thing, async () => true)
      return window.acceptAlert()
    },
    async fill(thing, words) {
      await press(thing, arrived)
      await window.type(words)
    },
    async choose(thing, option) {
      await see(thing)
      await window.run(chooseOption, asData(thing), option)
    },
    arriveAt: (address) =>
      until(`to arrive at ${address.source}`, async () =>
        address.test(await window.run(() => location.pathname + location.search)),
      ),
    until,
  }
}

function said({ by, what, name, within }: Thing): string {
  return `${by} ${String(what)}${name === undefined ? '' : ` “${String(name)}”`}${within ? ` in ${said(within)}` : ''}`
}

/* Everything below runs in the page. */

interface Point {
  x: number
  y: number
}

interface Pattern {
  source: string
  flags: string
}
/** A thing as data, because a regular expression cannot be sent to the page. */
interface Sought {
  by: Thing['by']
  what: string | Pattern
  name?: string | Pattern
  within?: Sought
}

function asData({ by, what, name, within }: Thing): Sought {
  const words = (said: string | RegExp) =>
    typeof said === 'string' ? said : { source: said.source, flags: said.flags }
  return {
    by,
    what: words(what),
    ...(name !== undefined && { name: words(name) }),
    ...(within !== undefined && { within: asData(within) }),
  }
}

declare const TestingLibraryDom: typeof TestingLibrary

/** Finds only what is visible. */
function findThings({ by, what, name, within }: Sought): HTMLElement[] {
  const words = (said: string | Pattern) => (typeof said === 'string' ? said : new RegExp(said.source, said.flags))
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom
  const findIn = (root: HTMLElement): HTMLElement[] => {
    const wanted = words(what)
    if (by === 'label') return queryAllByLabelText(root, wanted)
    if (by === 'text') return queryAllByText(root, wanted)
    return queryAllByRole(root, String(wanted), name === undefined ? {} : { name: words(name) })
  }
  const roots = within === undefined ? [document.body] : findThings(within)
  return roots.flatMap(findIn).filter((element) => element.checkVisibility({ visibilityProperty: true }))
}

const finder = [
  readFileSync(
    createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
    'utf8',
  ),
  `globalThis.findThings = ${findThings.toString()}`,
].join(';\n')

/** Null if the finder is not loaded. */
function countOf(sought: Sought): number | null {
  return 'findThings' in globalThis ? findThings(sought).length : null
}

/** The middle of the first such thing that a press would reach. A locked one does not count: people wait for it, too. */
function freeMiddleOf(sought: Sought): Point | null {
  for (const element of findThings(sought)) {
    if (element.closest(':disabled, [aria-disabled="true"]') !== null) continue
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const middle = { x: left + width / 2, y: top + height / 2 }
    const reached = document.elementFromPoint(middle.x, middle.y)
    if (reached !== null && (element.contains(reached) || reached.closest('label')?.contains(element))) return middle
  }
  return null
}

/** Starts to observe whether a press reaches such a thing. False if there is none any more. */
function watchPress(sought: Sought): boolean {
  // Read when it is pressed: a list may be redrawn at the last moment.
  const meant = () => findThings(sought).map((element) => element.closest('label') ?? element)
  const { dataset } = document.documentElement
  const reach = ({ target }: Event) => {
    dataset['pressed'] = String(target instanceof Node && meant().some((element) => element.contains(target)))
  }
  dataset['pressed'] = 'false'
  document.addEventListener('click', reach, { capture: true, once: true })
  return meant().length > 0
}

/** A page without this mark is already another page: the press led there. */
function wasPressed(): boolean {
  return document.documentElement.dataset['pressed'] !== 'false'
}

function chooseOption(sought: Sought, option: number): void {
  const [list] = findThings(sought)
  if (!(list instanceof HTMLSelectElement)) throw new Error('no list')
  list.selectedIndex = option
  list.dispatchEvent(new Event('input', { bubbles: true }))
  list.dispatchEvent(new Event('change', { bubbles: true }))
}
