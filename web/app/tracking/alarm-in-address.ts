import { alarmId } from '#contract/base/identity.ts'
import { tabParameter } from '#web/browser/use-tab-in-address.ts'
import { useSearchParams } from '#web/browser/search-params.ts'

/**
 * The alarm that an address leads to, as that of an e-mail does (`server/features/alarms/emails/alarm-address.ts`). Null if there is
 * none, or if the user has gone on to another tab than that of what is now.
 */
export function alarmIn(search: URLSearchParams): string | null {
  const tab = search.get(tabParameter)
  const named = alarmId.safeParse(search.get('alarm'))
  return named.success && (tab === null || tab === 'now') ? named.data : null
}

export function useAlarmInAddress(): string | null {
  const [search] = useSearchParams()
  return alarmIn(search)
}
