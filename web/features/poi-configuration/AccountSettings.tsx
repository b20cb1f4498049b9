import { type ReactNode, useEffect, useMemo } from 'react'
import type { Instant } from '#contract/place.ts'
import { settings, type UserSettings } from '#contract/settings.ts'
import { isConnectionProblem } from '#web/api/call-problem.ts'
import { useCall } from '#web/api/queries.ts'
import { AccountFacts } from './ScopeFacts.tsx'
import { keepCopy, recallCopy } from './local-copy.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { accountSource, storedOfAccount } from './settings-source.ts'
import { configurationTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { formatDayTime } from '#web/kit/formats.ts'
import { RetryIcon } from '#web/kit/icons.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { generalTexts } from '#web/texts/general.ts'

interface AccountSettingsProps {
  userId: string
  choice: ReactNode
}

/** The account's settings; without a connection the copy of them that this browser kept, to be read only. */
export function AccountSettings({ userId, choice }: AccountSettingsProps) {
  const query = useCall(settings.show, { params: { id: userId } })
  const { data, dataUpdatedAt } = query
  const retry = () => void query.refetch()

  useEffect(() => {
    if (data !== undefined) keepCopy(userId, data, new Date(dataUpdatedAt))
  }, [userId, data, dataUpdatedAt])

  const offline = query.fetchStatus === 'paused' || isConnectionProblem(query.error)
  const copy = useMemo(() => (offline ? recallCopy(userId) : null), [offline, userId])
  if (data !== undefined) {
    const syncedAt = new Date(dataUpdatedAt).toISOString()
    return <AccountForm key="live" userId={userId} kept={data} syncedAt={syncedAt} choice={choice} />
  }
  if (copy !== null) {
    return (
      <>
        <CopyNotice syncedAt={copy.syncedAt} onRetry={retry} busy={query.isFetching} />
        <AccountForm
          key="copy"
          readOnly
          userId={userId}
          kept={copy.settings}
          syncedAt={copy.syncedAt}
          choice={choice}
        />
      </>
    )
  }
  if (query.isError || offline) {
    return <LoadFailure title={configurationTexts.failed} error={query.error} onRetry={retry} busy={query.isFetching} />
  }
  return <Skeleton lines={8} />
}

interface AccountFormProps {
  userId: string
  kept: UserSettings
  syncedAt: Instant
  choice: ReactNode
  readOnly?: boolean
}

function AccountForm({ userId, kept, syncedAt, choice, readOnly = false }: AccountFormProps) {
  const source = useMemo(() => accountSource(userId), [userId])
  const arrived = useMemo(() => storedOfAccount(kept), [kept])
  return (
    <SettingsForm
      readOnly={readOnly}
      source={source}
      arrived={arrived}
      scope={
        <>
          {choice}
          <AccountFacts stored={arrived} syncedAt={syncedAt} />
        </>
      }
    />
  )
}

interface CopyNoticeProps {
  syncedAt: Instant
  onRetry(): void
  busy: boolean
}

function CopyNotice({ syncedAt, onRetry, busy }: CopyNoticeProps) {
  const { title, text } = configurationTexts.copy
  return (
    <Notice
      kind="warning"
      title={title}
      actions={
        <Button kind="secondary" onClick={onRetry} busy={busy}>
          <RetryIcon />
          {generalTexts.retry}
        </Button>
      }
    >
      {text(formatDayTime(syncedAt))}
    </Notice>
  )
}
