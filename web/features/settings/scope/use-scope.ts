import type { Device } from '#contract/devices/devices.ts'
import { useSearchParams } from '#web/browser/search-params.ts'

const parameter = 'device'

/**
 * Which settings are shown: a device's, or with null the account's. The choice is in the address, so that other screens can
 * lead to a device, and changing it is a navigation like any other.
 * @param own the user's devices; undefined while they are loading; then a device that the address names is undefined, too.
 */
export function useScope(own: readonly Device[] | undefined) {
  const [search, setSearch] = useSearchParams()
  const deviceId = search.get(parameter)
  return {
    device: own === undefined && deviceId !== null ? undefined : (own?.find(({ id }) => id === deviceId) ?? null),
    choose: (chosen: string | null) => setSearch(chosen === null ? {} : { [parameter]: chosen }),
  }
}
