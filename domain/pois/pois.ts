import { type PoiCategory, poiCategories, type PoiType, poiTypesByCategory } from '#contract/pois/pois.ts'

/** The types that belong to any of the categories. */
export function typesOf(categories: readonly PoiCategory[]): PoiType[] {
  return categories.flatMap((category): readonly PoiType[] => poiTypesByCategory[category])
}

/** The map's category of a type; every type of the contract has one. */
export function categoryOf(type: PoiType): PoiCategory {
  const category = categoryByType.get(type)
  if (category === undefined) throw new TypeError(`${type} has no category`)
  return category
}

/** The number of each category, added up from numbers of types; a type may come several times. */
export function countsByCategory(counted: Iterable<{ type: PoiType; count: number }>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { type, count } of counted) counts[categoryOf(type)] = (counts[categoryOf(type)] ?? 0) + count
  return counts
}

// A table, because it is needed for every POI of a country each time the map changes.
const categoryByType = new Map<PoiType, PoiCategory>(
  poiCategories.flatMap((category) => typesOf([category]).map((type): [PoiType, PoiCategory] => [type, category])),
)

/** Reads "accidents,weather"; null if a name is not a category. */
export function categoriesNamed(list: string): PoiCategory[] | null {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const known = names.flatMap((name) => poiCategories.find((category) => category === name) ?? [])
  return known.length === names.length ? known : null
}
