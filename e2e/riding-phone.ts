import type { Page } from 'playwright-core'
import type { Place } from '#contract/base/place.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { Second } from './ridden-ways.ts'

/** What a page has asked of the phone that it believes to be on. */
export interface PhoneLog {
  spoken: string[]
  /** How many tones were begun. */
  tones: number
  vibrated: number
  /** Whether the page holds the screen awake. */
  isAwake: boolean
}

declare global {
  interface Window {
    phone: PhoneLog & {
      told: PositionCallback | null
      refuse: PositionErrorCallback | null
      /** Tells a position now. */
      tell(here: Second): void
    }
  }
}

/**
 * Puts a phone under the page: positions are told by `tellPosition`, what is said is written down instead.
 * @param voice `none`: its browser cannot speak. `fails`: it can, and does not.
 * @param wakeLock false: its browser lets the screen go dark.
 */
export async function putOnHandlebar(
  page: Page,
  { voice = 'speaks', wakeLock = true }: { voice?: 'speaks' | 'fails' | 'none'; wakeLock?: boolean } = {},
): Promise<void> {
  await page.addInitScript(
    ({ voice, wakeLock }) => {
      const phone: Window['phone'] = {
        spoken: [],
        tones: 0,
        vibrated: 0,
        isAwake: false,
        told: null,
        refuse: null,
        tell({ latitude, longitude, speed, course: heading }) {
          const coords = { latitude, longitude, accuracy: 6, speed, heading, altitude: null, altitudeAccuracy: null }
          const all = { ...coords, toJSON: () => coords }
          phone.told?.({ coords: all, timestamp: Date.now(), toJSON: () => all })
        },
      }
      window.phone = phone
      navigator.geolocation.watchPosition = (told, refuse) => {
        ;[phone.told, phone.refuse] = [told, refuse ?? null]
        return 1
      }
      navigator.geolocation.clearWatch = () => {
        phone.told = null
      }
      navigator.vibrate = () => {
        phone.vibrated += 1
        return true
      }
      window.speechSynthesis.speak = (utterance) => {
        if (voice === 'speaks') phone.spoken.push(utterance.text)
        else utterance.dispatchEvent(new Event('error'))
      }
      if (voice === 'none') Reflect.deleteProperty(window, 'speechSynthesis')
      // A tone has two beats, each an oscillator.
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (when) {
        phone.tones += 1 / 2
        start.call(this, when)
      }
      const lock = Object.assign(new EventTarget(), {
        released: false,
        type: 'screen' as const,
        onrelease: null,
        async release() {
          phone.isAwake = false
        },
      })
      navigator.wakeLock.request = async () => {
        if (!wakeLock) throw new DOMException('the battery is low', 'NotAllowedError')
        phone.isAwake = true
        return lock
      }
    },
    { voice, wakeLock },
  )
}

/** A position at the page's own time. */
export async function tellPosition(page: Page, place: Place, { kmh, course }: { kmh: number; course: number }) {
  await page.evaluate((here) => window.phone.tell(here), { ...place, speed: kmh / 3.6, course })
}

/** Rides along a way, a position each second of the page's time, which stands still before and after. */
export async function rideAlong(page: Page, way: readonly Second[]): Promise<void> {
  await page.evaluate((seconds) => {
    for (const [index, here] of seconds.entries()) {
      // Timed: by the page's clock, which runs only when it is told to.
      setTimeout(() => window.phone.tell(here), (index + 1) * 1000)
    }
  }, way)
  await page.clock.runFor(way.length * secondMs)
}

export async function phoneOf(page: Page): Promise<PhoneLog> {
  return page.evaluate(() => ({
    spoken: window.phone.spoken,
    tones: window.phone.tones,
    vibrated: window.phone.vibrated,
    isAwake: window.phone.isAwake,
  }))
}
