import { useEffect, useMemo, useReducer } from 'react'
import { isSame } from '#domain/offline/merge.ts'
import { isCallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { callOrWait, useWaitingSettings } from '#web/api/offline/outbox.ts'
import { clock } from '#web/browser/clock.ts'
import { createDrafts } from '#web/forms/drafts.ts'
import { useFoundDraft, useKeptDraft } from '#web/forms/use-draft.ts'
import {
  formAfterEvent,
  type Draft,
  draftOf,
  formAfter,
  isDirty,
  type SettingsFormState,
  type StoredSettings,
} from './settings-form.ts'
import { invalidateSettings, type SettingsSource, type Step } from './scope/settings-source.ts'
import { configurationTexts } from './texts.ts'

const drafts = createDrafts<SettingsFormState>()

/** The form's state and what can be done with it. `arrived`: what the server said last. */
export function useSettingsForm(source: SettingsSource, arrived: StoredSettings) {
  const kept = useFoundDraft(drafts, source.key)
  const waiting = useWaitingSettings(source.key)
  const shown = useMemo(() => (waiting === null ? arrived : { ...arrived, ...waiting }), [waiting, arrived])
  const [form, dispatch] = useReducer(formAfterEvent, shown, (stored) => formAfter(kept, stored))
  useKeptDraft(drafts, source.key, () => (isDirty(form) ? form : null))

  useEffect(() => dispatch({ type: 'arrived', stored: shown }), [shown])

  const walk = async (steps: readonly Step[], from: StoredSettings) => {
    let present = from
    for (const step of steps) {
      present = await step(present)
      dispatch({ type: 'stored', stored: present })
    }
    dispatch({ type: 'finished', at: clock.now().toISOString() })
  }

  const save = async (from: StoredSettings) => {
    const { draft } = form
    try {
      const walkAll = () => walk(source.stepsTo(draft, from), from)
      const { waits } = await callOrWait(walkAll, source.waitingAs(draftOf(from), draft))
      if (waits) return dispatch({ type: 'kept', draft })
    } catch (error) {
      const theirs = isCallProblem(error, 'VERSION_CONFLICT') ? await source.load().catch(() => null) : null
      if (theirs === null) dispatch({ type: 'failed', message: failure(configurationTexts.save.failed, error) })
      // An answer was lost on its way: what is stored is what was to be saved.
      else if (isSame(draftOf(theirs), draft)) await walk([() => Promise.resolve(theirs)], theirs)
      else dispatch({ type: 'refused', theirs })
    }
    await invalidateSettings()
  }

  const reset = async () => {
    const { stored } = form
    const delivered = source.delivered()
    try {
      const walkAll = () => walk(source.stepsToDelivered(stored), stored)
      const { waits } = await callOrWait(walkAll, source.waitingAs(draftOf(stored), delivered))
      if (waits) dispatch({ type: 'kept', draft: delivered })
    } catch (error) {
      dispatch({ type: 'failed', message: failure(configurationTexts.reset.failed, error) })
    }
    await invalidateSettings()
  }

  return {
    form,
    waits: waiting !== null,
    change: (draft: Draft) => dispatch({ type: 'changed', draft }),
    discard: () => dispatch({ type: 'discarded' }),
    takeTheirs: () => dispatch({ type: 'theirsTaken' }),
    save(): void {
      if (form.running !== null) return
      dispatch({ type: 'started', action: 'save' })
      void save(form.stored)
    },
    overwriteTheirs(): void {
      if (form.conflict === null) return
      dispatch({ type: 'overwriting', theirs: form.conflict })
      void save(form.conflict)
    },
    async reset(): Promise<void> {
      if (form.running !== null) return
      dispatch({ type: 'started', action: 'reset' })
      await reset()
    },
  }
}

function failure(what: string, error: unknown): string {
  return `${what} ${messageOf(error)}`
}
