import type { Width } from '#e2e/browser.ts'

/** One window of a browser that is not Chromium: the little that its driver is asked for. Points are CSS pixels. */
export interface BrowserWindow {
  /** Returns when the page is loaded. */
  open(url: string): Promise<void>
  resize(width: Width): Promise<void>
  /** What the function returns in the page; it knows nothing but its arguments, which are JSON, as is its result. */
  run<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Runs the text of a script in the page. */
  load(script: string): Promise<void>
  click(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Accepts the browser's own alert, waiting for it, and returns its words. */
  acceptAlert(): Promise<string>
  /** A PNG of what is seen. */
  picture(): Promise<Buffer>
  /** Errors of scripts, what the content security policy refused, and what else an error of the console is, since the last time. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'Tab'

export interface BrowserKind {
  name: string
  /** Whether an empty field for a time shows the present one of its own accord. */
  fillsEmptyTimes: boolean
  open(options: { dark: boolean }): Promise<BrowserWindow>
}
