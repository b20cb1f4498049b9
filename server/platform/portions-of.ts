/** A list, so many of its entries at a time: between two portions others get their turn. */
export function* portionsOf<Entry>(all: readonly Entry[], most: number): Generator<Entry[], void, void> {
  for (let start = 0; start < all.length; start += most) yield all.slice(start, start + most)
}
