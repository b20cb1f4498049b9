import { useSearchParams } from './search-params.ts'

/** The part of a screen's address that names the tab it shows. */
export const tabParameter = 'tab'

/** The tab that the address names, null if it names none of these; and how to show another: a navigation like any other. */
export function useTabInAddress<Name extends string>(
  names: readonly Name[],
): [Name | null, (name: Name, how?: { replace: boolean }) => void] {
  const [search, setSearch] = useSearchParams()
  const named = names.find((name) => name === search.get(tabParameter)) ?? null
  const show = (name: Name, { replace } = { replace: false }) => {
    const next = new URLSearchParams(search)
    next.set(tabParameter, name)
    setSearch(next, { replace, preventScrollReset: true })
  }
  return [named, show]
}
