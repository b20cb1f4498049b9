/**
 * A number that stands for a line: two different lines of a table of millions have the same one by a chance of one in a
 * thousand. By it repeated lines are found without keeping them all. Two hashes by Fowler, Noll and Vo, of 53 bits together.
 */
export function lineKey(text: string): number {
  let one = 0x811c9dc5
  let other = 0x050c5d1f
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x0100019d)
  }
  return (one >>> 0) * 2 ** 21 + ((other >>> 0) & (2 ** 21 - 1))
}
