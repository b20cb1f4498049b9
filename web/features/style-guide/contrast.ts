/** Red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** A colour as browsers compute it: `rgb(58, 80, 173)`. Black for any other text. */
export function readColour(text: string): Colour {
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
}

/** The contrast of two colours from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastRatio(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
