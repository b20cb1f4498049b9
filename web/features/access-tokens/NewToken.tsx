import { type FormEvent, useState } from 'react'
import { type AccessTokenEntry, accessTokenEntry, accessTokens } from '#contract/access-tokens/access-tokens.ts'
import { accessTokensLimits } from '#contract/access-tokens/access-tokens-limits.ts'
import { type TokenScope, tokenScopes } from '#contract/base/token-scope.ts'
import { tokenScopeWords } from '#domain/access-tokens/scope-words.ts'
import styles from './Programs.module.css'
import { accessTokensTexts } from './texts.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const texts = accessTokensTexts.form

/** A token that was just made, and for whom. */
export interface MadeToken {
  name: string
  scopes: readonly TokenScope[]
  token: string
}

interface Mistakes {
  name?: string
  scopes?: string
}

/** Which program may do what, and how long. */
export function NewToken({ onMade, onClose }: { onMade(made: MadeToken): void; onClose(): void }) {
  const make = useAction(accessTokens.make, [accessTokens.list])
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['DEVICES'])
  const [days, setDays] = useState<number>(accessTokensLimits.startDays)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const toggle = (scope: TokenScope) =>
    setScopes(tokenScopes.filter((each) => scopes.includes(each) !== (each === scope)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted: AccessTokenEntry = { name, scopes: [...scopes], days }
    const found = mistakesIn(wanted)
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    make.mutate(
      { body: wanted },
      { onSuccess: ({ accessToken, token }) => onMade({ name: accessToken.name, scopes: accessToken.scopes, token }) },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={texts.name}
        description={texts.nameHint}
        value={name}
        error={mistakes.name}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>{texts.scopes}</legend>
        {tokenScopes.map((scope) => (
          <Check key={scope} checked={scopes.includes(scope)} onChange={() => toggle(scope)}>
            {tokenScopeWords[scope]}
            <span className={styles.detail}>{accessTokensTexts.scopes[scope]}</span>
          </Check>
        ))}
        {mistakes.scopes !== undefined && (
          <p className={styles.error} role="alert">
            {mistakes.scopes}
          </p>
        )}
      </fieldset>
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
    </form>
  )
}

function mistakesIn(wanted: AccessTokenEntry): Mistakes {
  const issues = accessTokenEntry.safeParse(wanted).error?.issues ?? []
  const said = (field: string) => issues.find(({ path: [first] }) => first === field)?.message
  const [name, scopes] = [said('name'), said('scopes')]
  return { ...(name !== undefined && { name }), ...(scopes !== undefined && { scopes }) }
}
