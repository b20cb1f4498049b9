/**
 * How many CSS pixels a length of the style sheets has in an element, whatever its unit: some browsers that the app is for
 * cannot register a property as a length (`@property`), and give its text. 0: there is none of this name.
 * @param length as a style sheet says it: `var(--sheet-half)`.
 */
export function measureLength(within: Element, length: string): number {
  const rod = document.createElement('div')
  rod.style.cssText = `position: absolute; visibility: hidden; box-sizing: border-box; width: 0; height: ${length}`
  within.append(rod)
  const { height } = rod.getBoundingClientRect()
  rod.remove()
  return height
}
