import { useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** What the address says after its `?`, and how to go to the same page with something else there. */
export function useSearchParams() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const show = (next: URLSearchParams | Record<string, string>, options?: NavigateOptions): void => {
    void navigate(`?${new URLSearchParams(next).toString()}`, options)
  }
  return [params, show] as const
}
