import { sharesTexts } from './texts.ts'
import { SecretOnce } from '#web/ui/text/SecretOnce.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const texts = sharesTexts.fresh

/** The token of a new share, and where the recipient uses it. */
export function FreshToken({ recipient, token, onDone }: { recipient: string; token: string; onDone(): void }) {
  return (
    <SecretOnce title={texts.title(recipient)} text={texts.text} value={token} words={texts} onDone={onDone}>
      <TextField
        label={texts.address}
        value={`${window.location.origin}/api/shared-data`}
        readOnly
        spellCheck={false}
      />
      <Small>
        {texts.howTo} <a href="/api/docs">{texts.documentation}</a>.
      </Small>
    </SecretOnce>
  )
}
