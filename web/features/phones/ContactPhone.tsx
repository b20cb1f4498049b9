import { useQuery } from '@tanstack/react-query'
import { phones, type PhoneState } from '#contract/phones/phones.ts'
import type { PhoneCalls } from './phone-calls.ts'
import { PhonePart } from './PhonePart.tsx'
import styles from './Phones.module.css'
import { phonesTexts as texts } from './texts.ts'
import { call } from '#web/api/calls/call.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

/** The phone of an emergency contact, by the token of their link. */
export function ContactPhone({ token }: { token: string }) {
  return (
    <section className={styles.contact} aria-label={texts.title}>
      <Stack gap={3}>
        <h2>{texts.title}</h2>
        <p>{texts.contactLead}</p>
        <PhoneOf token={token} />
      </Stack>
    </section>
  )
}

function PhoneOf({ token }: { token: string }) {
  const queryKey = [phones.ofContact.path, token]
  const { data, error, isFetching, refetch } = useQuery<PhoneState, CallProblem>(
    {
      queryKey,
      queryFn: ({ signal }) => call(phones.ofContact, {}, { signal, token }),
    },
    queryClient,
  )
  if (data === undefined) {
    if (error === null) return <Skeleton lines={2} label={texts.loading} />
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const calls: PhoneCalls = {
    ask: (body) => call(phones.sendContactCode, { body }, { token }),
    confirm: (code) => call(phones.confirmContact, { body: { code } }, { token }),
    remove: () => call(phones.removeOfContact, {}, { token }),
  }
  const keep = (state: PhoneState) => void queryClient.setQueryData(queryKey, state)
  return <PhonePart state={data} calls={calls} privacy={texts.contactPrivacy} onChange={keep} />
}
