import type { Width } from '#e2e/browser.ts'

/** One window of a browser that is not Chromium: with the few functions we need. Points are CSS pixels. */
export interface BrowserWindow {
  /** Returns when the page is loaded. */
  open(url: string): Promise<void>
  resize(width: Width): Promise<void>
  /** Runs the function in the page and returns its result. It can use only its arguments; arguments and result are JSON. */
  run<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Runs the text of a script in the page. */
  load(script: string): Promise<void>
  click(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Waits for the browser's own alert, accepts it, and returns its words. */
  acceptAlert(): Promise<string>
  /** A PNG of what the window shows. */
  picture(): Promise<Buffer>
  /** Script errors, violations of the content security policy, and other errors of the console, since the last call. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'Tab'

export interface BrowserKind {
  name: string
  /** Whether the browser shows the present time in an empty time field. */
  fillsEmptyTimes: boolean
  open(options: { dark: boolean }): Promise<BrowserWindow>
}
