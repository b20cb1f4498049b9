import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Device, devices } from '#contract/devices/devices.ts'
import { useQueuedAction } from '#web/api/queries/queued-action.ts'
import { createDrafts } from '#web/forms/drafts.ts'
import { notify } from '#web/ui/text/notify.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { useFoundDraft, useKeptDraft } from '#web/forms/use-draft.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import styles from './DeviceName.module.css'
import { failedBecause } from './problems.ts'
import { asWaiting, renaming } from './renaming.ts'
import { renameTexts } from './texts.ts'

interface DeviceNameProps {
  device: Device
  /** Of the heading, which names the card. */
  titleId: string
}

/** The device's name, edited in place: Enter and leaving the field save, Escape does not. */
export function DeviceName({ device, titleId }: DeviceNameProps) {
  const rename = useRename(device)
  const { draft, error } = rename
  const trigger = useReturningFocus(draft !== null)
  const keysId = useId()

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') rename.cancel()
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) rename.save()
  }

  return (
    <div className={styles.name}>
      <h3 id={titleId} className={draft === null ? styles.title : 'visually-hidden'}>
        {device.deviceName}
      </h3>
      {draft === null ? (
        <button
          ref={trigger}
          type="button"
          className={styles.start}
          aria-label={renameTexts.start(device.deviceName)}
          title={renameTexts.start(device.deviceName)}
          onClick={rename.start}
        >
          <IconPencil size={20} aria-hidden="true" />
        </button>
      ) : (
        <>
          <TextField
            className={styles.field}
            aria-label={renameTexts.label}
            aria-describedby={keysId}
            autoFocus={rename.takesFocus}
            autoComplete="off"
            value={draft}
            error={error}
            readOnly={rename.busy}
            aria-busy={rename.busy || undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => rename.type(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={rename.save}
          />
          <span id={keysId} className="visually-hidden">
            {renameTexts.keys}
          </span>
        </>
      )}
      <span className="visually-hidden" role="status">
        {rename.savedName !== null && renameTexts.saved(rename.savedName)}
      </span>
    </div>
  )
}

const drafts = createDrafts<string>()

/** The draft of a name and what becomes of it; null while nothing is being edited. */
function useRename(device: Device) {
  const found = useFoundDraft(drafts, device.id)
  const [draft, setDraft] = useState(found)
  useKeptDraft(drafts, device.id, () => (draft === device.deviceName ? null : draft))
  const [error, setError] = useState<string | null>(null)
  const [savedName, setSavedName] = useState<string | null>(null)
  const change = useQueuedAction(devices.change, devicesAndLicences, ({ params, body }) =>
    asWaiting(device, params.id, body),
  )
  /** A field that is removed loses the focus, too: nothing may be saved then. */
  const open = useRef(found !== null)
  // Not with a restored draft: leaving the field would save it before anybody has seen it.
  const [takesFocus, setTakesFocus] = useState(found === null)

  const close = () => {
    open.current = false
    setDraft(null)
    setError(null)
  }
  const save = () => {
    if (draft === null || !open.current || change.isPending) return
    const outcome = renaming(device, draft)
    if (outcome.kind === 'unchanged') return close()
    if (outcome.kind === 'wrong') return setError(outcome.message)
    change.mutate(
      { params: { id: device.id }, body: outcome.change },
      {
        onSuccess: ({ waits }) => {
          // Where it waits, the card says so.
          if (!waits) setSavedName(outcome.change.deviceName)
          close()
        },
        onError: (problem) => notify('danger', failedBecause(renameTexts.failed, problem)),
      },
    )
  }

  return {
    draft,
    takesFocus,
    error,
    savedName,
    busy: change.isPending,
    save,
    cancel: () => !change.isPending && close(),
    start: () => {
      open.current = true
      setSavedName(null)
      setTakesFocus(true)
      setDraft(device.deviceName)
    },
    type: (text: string) => {
      setDraft(text)
      setError(null)
    },
  }
}

/** Gives the focus back to the button that began the editing, unless it has gone elsewhere. */
function useReturningFocus(editing: boolean) {
  const trigger = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    const focusIsLost = document.activeElement === null || document.activeElement === document.body
    if (wasEditing.current && !editing && focusIsLost) trigger.current?.focus()
    wasEditing.current = editing
  }, [editing])
  return trigger
}
