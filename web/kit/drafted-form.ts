import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { changesIn, type Drafts, useFoundDraft, useKeptDraft } from '#web/kit/drafts.ts'
import { useContractForm } from '#web/kit/form.ts'
import { notify } from '#web/kit/notify.ts'
import { generalTexts } from '#web/texts/general.ts'

/**
 * A contract's form for who is signed in: what was typed when the session ended is there again when they come back to the form.
 * @param key which of several forms of the kind.
 */
export function useDraftedForm<Values extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  initialValues: Values,
  drafts: Drafts<Partial<Values>>,
  key = '',
) {
  const form = useContractForm(schema, initialValues)
  const [initial] = useState(initialValues)
  const draft = useFoundDraft(drafts, key)
  useKeptDraft(drafts, key, () => changesIn(form.getValues(), initial))
  const { setValues } = form
  useEffect(() => {
    if (draft === null) return
    setValues(draft)
    notify('info', generalTexts.draftIsBack)
  }, [draft, setValues])
  return form
}
