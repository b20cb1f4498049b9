import type { User } from '#contract/auth/auth.ts'
import { reminders, unwantableReminders, type UnwantableReminder } from '#contract/reminders/reminders.ts'
import { remindersTexts as texts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

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
