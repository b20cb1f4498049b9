import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { leavesMapsUndrawn } from './undrawn-maps.ts'

/** What a map shows, pixel by pixel. */
export interface Picture {
  width: number
  height: number
  /** Red, green and blue, row by row. */
  colours: Uint8Array
}

export type Colour = readonly [red: number, green: number, blue: number]

export async function decode(image: Buffer): Promise<Picture> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#ebebe3' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, colours: data }
}

export async function pictureOfMap(page: Page): Promise<Picture> {
  if (await leavesMapsUndrawn(page)) throw new Error('a story that looks at maps says so: `looksAtMaps`')
  return decode(await page.locator('canvas').first().screenshot())
}

export function colourAt({ width, colours }: Picture, x: number, y: number): Colour {
  const at = 3 * (y * width + x)
  return [colours[at] ?? 0, colours[at + 1] ?? 0, colours[at + 2] ?? 0]
}

/** From 0 (black) to 1 (white), on average. */
export function lightnessOf({ colours }: Picture): number {
  return colours.reduce((sum, value) => sum + value, 0) / colours.length / 255
}

/** How many pixels have about this colour. */
export function pixelsOf(picture: Picture, [red, green, blue]: Colour): number {
  const tolerance = 12
  let count = 0
  for (let at = 0; at < picture.colours.length; at += 3) {
    const [r = 0, g = 0, b = 0] = picture.colours.subarray(at, at + 3)
    if (Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue)) <= tolerance) count += 1
  }
  return count
}
