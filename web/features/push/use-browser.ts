import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lookAtBrowser, pushAbility, subscribedAddress } from './push-browser.ts'
import { queryClient } from '#web/api/queries/queries.ts'

/** What the browser allows, checked again whenever the user comes back, perhaps from the browser's settings. */
export function useBrowser() {
  const { data, refetch } = useQuery(browserQuery, queryClient)
  useEffect(() => {
    const lookAgain = () => void refetch()
    window.addEventListener('focus', lookAgain)
    return () => window.removeEventListener('focus', lookAgain)
  }, [refetch])
  return {
    ability: data?.ability ?? pushAbility(lookAtBrowser()),
    /** Undefined until the browser has answered. */
    address: data?.address,
    look: () => void refetch(),
  }
}

const browserQuery = {
  queryKey: ['this browser and push messages'],
  queryFn: async () => ({
    ability: pushAbility(lookAtBrowser()),
    address: await subscribedAddress().catch(() => null),
  }),
  staleTime: 0,
  gcTime: 1_000,
  networkMode: 'always',
} as const
