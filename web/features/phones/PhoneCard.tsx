import { type PhoneForm, phones, type PhoneState } from '#contract/phones/phones.ts'
import { PhonePart } from './PhonePart.tsx'
import { phonesTexts as texts } from './texts.ts'
import { callWith } from '#web/api/calls/call.ts'
import { queryClient, queryKey, useCall } from '#web/api/queries/queries.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

/** The phone on which an account's person wants alarms. */
export function PhoneCard() {
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <p>{texts.ownerLead}</p>
        <OwnPhone />
      </Stack>
    </Card>
  )
}

const calls = {
  ask: (body: PhoneForm) => callWith(phones.sendCode, { body }),
  confirm: (code: string) => callWith(phones.confirm, { body: { code } }),
  remove: () => callWith(phones.remove, {}),
}
const keep = (state: PhoneState) => void queryClient.setQueryData(queryKey(phones.show), state)

/** One's phone, by itself. */
export function OwnPhone() {
  const { data, error, isFetching, refetch } = useCall(phones.show)
  if (data === undefined) {
    if (error === null) return <Skeleton lines={2} label={texts.loading} />
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  return <PhonePart state={data} calls={calls} privacy={texts.ownerPrivacy} onChange={keep} />
}
