import { type FormEvent, useState } from 'react'
import { type AccessTokenEntry, accessTokenEntry, accessTokens } from '#contract/access-tokens/access-tokens.ts'
import { accessTokensLimits } from '#contract/access-tokens/access-tokens-limits.ts'
import { type TokenScope, tokenScopes } from '#contract/base/token-scope.ts'
import { tokenScopeWords } from '#domain/access-tokens/scope-words.ts'
import { accessTokensTexts } from './texts.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type FieldErrors, mistakesOf } from '#web/forms/form.ts'
import { CheckGroup } from '#web/ui/controls/CheckGroup.tsx'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

const texts = accessTokensTexts.form
const choices = tokenScopes.map((value) => ({
  value,
  name: tokenScopeWords[value],
  detail: accessTokensTexts.scopes[value],
}))

/** A token that was just made, and for whom. */
export interface MadeToken {
  name: string
  scopes: readonly TokenScope[]
  token: string
}

/** Which program may do what, and how long. */
export function NewToken({ onMade, onClose }: { onMade(made: MadeToken): void; onClose(): void }) {
  const make = useAction(accessTokens.make, [accessTokens.list])
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['DEVICES'])
  const [days, setDays] = useState<number>(accessTokensLimits.startDays)
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const toggle = (scope: TokenScope) =>
    setScopes(tokenScopes.filter((each) => scopes.includes(each) !== (each === scope)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted: AccessTokenEntry = { name, scopes: [...scopes], days }
    const found = mistakesOf(accessTokenEntry, wanted)
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    make.mutate(
      { body: wanted },
      { onSuccess: ({ accessToken, token }) => onMade({ name: accessToken.name, scopes: accessToken.scopes, token }) },
    )
  }
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <TextField
        label={texts.name}
        description={texts.nameHint}
        value={name}
        error={mistakes.name}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CheckGroup legend={texts.scopes} choices={choices} chosen={scopes} onToggle={toggle} error={mistakes.scopes} />
      <Select label={texts.term} value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
        {texts.terms.map(({ days: term, name: words }) => (
          <option key={term} value={term}>
            {words}
          </option>
        ))}
      </Select>
      <FormFoot
        problem={make.error && messageOf(make.error)}
        action={texts.submit}
        busy={make.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
