import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { changesIn, type Drafts } from './drafts.ts'
import { useContractForm } from './form.ts'
import { useFoundDraft, useKeptDraft } from './use-draft.ts'

/**
 * A contract's form for the signed-in user: what was typed when the session ended is there again when the user comes back.
 * @param key distinguishes several forms of the same kind.
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
    if (draft !== null) setValues(draft)
  }, [draft, setValues])
  return form
}
