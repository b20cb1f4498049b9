import { useEffect, useReducer } from 'react'
import { isCallProblem, messageOf } from '#web/api/call-problem.ts'
import { clock } from '#web/kit/clock.ts'
import { createDrafts } from '#web/kit/drafts.ts'
import { useFoundDraft, useKeptDraft } from '#web/kit/use-draft.ts'
import {
  afterEvent,
  type Draft,
  draftOf,
  formAfter,
  isDirty,
  isSame,
  type SettingsForm,
  type StoredSettings,
} from './settings-form.ts'
import { askAnew, type SettingsSource, type Step } from './settings-source.ts'
import { configurationTexts } from './texts.ts'

const drafts = createDrafts<SettingsForm>()

/** The form's state and what can be done with it. `arrived`: what the server said last. */
export function useSettingsForm(source: SettingsSource, arrived: StoredSettings) {
  const kept = useFoundDraft(drafts, source.key)
  const [form, dispatch] = useReducer(afterEvent, arrived, (stored) => formAfter(kept, stored))
  useKeptDraft(drafts, source.key, () => (isDirty(form) ? form : null))

  useEffect(() => dispatch({ type: 'arrived', stored: arrived }), [arrived])

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
      await walk(source.stepsTo(draft, from), from)
    } catch (error) {
      const theirs = isCallProblem(error, 'VERSION_CONFLICT') ? await source.load().catch(() => null) : null
      if (theirs === null) dispatch({ type: 'failed', message: failure(configurationTexts.save.failed, error) })
      // An answer was lost on its way: what is kept is what was to be saved.
      else if (isSame(draftOf(theirs), draft)) await walk([() => Promise.resolve(theirs)], theirs)
      else dispatch({ type: 'refused', theirs })
    }
    await askAnew()
  }

  const reset = async () => {
    try {
      await walk(source.stepsToDelivered(form.stored), form.stored)
    } catch (error) {
      dispatch({ type: 'failed', message: failure(configurationTexts.reset.failed, error) })
    }
    await askAnew()
  }

  return {
    form,
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
