import type { User } from '#contract/auth.ts'
import { reminders, unwantableReminders, type UnwantableReminder } from '#contract/reminders.ts'
import { remindersTexts as texts } from './texts.ts'
import { useAction } from '#web/api/action.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { useCall } from '#web/api/queries.ts'
import { Card } from '#web/kit/Card.tsx'
import { Check } from '#web/kit/Check.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { PlainList } from '#web/kit/PlainList.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { Stack } from '#web/kit/Stack.tsx'

/** What the owner is reminded of, and what not. */
export function RemindersCard({ user }: { user: User }) {
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <p>{user.demo ? texts.demo : texts.lead}</p>
        {!user.demo && <Wishes />}
      </Stack>
    </Card>
  )
}

function Wishes() {
  const { data, error, isFetching, refetch } = useCall(reminders.wishes)
  const change = useAction(reminders.changeWishes, [reminders.wishes])
  if (data === undefined) {
    if (error === null) return <Skeleton lines={4} label={texts.loading} />
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const { unwanted = data.unwanted } = change.isPending ? change.variables.body : data
  const toggle = (kind: UnwantableReminder) =>
    change.mutate({
      body: { unwanted: unwanted.includes(kind) ? unwanted.filter((one) => one !== kind) : [...unwanted, kind] },
    })
  return (
    <>
      <PlainList gap={1}>
        {unwantableReminders.map((kind) => (
          <li key={kind}>
            <Check checked={!unwanted.includes(kind)} onChange={() => toggle(kind)} hint={texts.kinds[kind].hint}>
              {texts.kinds[kind].name}
            </Check>
          </li>
        ))}
      </PlainList>
      {change.error !== null && (
        <Notice kind="danger">
          {texts.notSaved} {messageOf(change.error)}
        </Notice>
      )}
    </>
  )
}
