/**
 * The roads that the name of a place tells (`place-name.ts`): of „Gartenstraße Ecke Hauptstraße, Karlsruhe“ both. None where
 * it tells no more than a town, or where from one.
 */
export function roadsInName(name: string): string[] {
  const end = name.indexOf(', ')
  return end === -1 ? [] : name.slice(0, end).split(' Ecke ')
}
