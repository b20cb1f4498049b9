import { Button } from '#web/ui/controls/Button.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { saveFile } from '#web/browser/save-file.ts'
import { Row } from '#web/ui/layout/Row.tsx'
import styles from './SecondFactor.module.css'
import { secondFactorTexts as texts } from './texts.ts'

/** The recovery codes, the only time that they can be seen. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const written = `${texts.fileHead}\n\n${codes.join('\n')}\n`
  const notCopied = () => notify('info', texts.notCopied)
  const copy = () => {
    // Without HTTPS, for example in a home network, the browser has no clipboard.
    if (!window.isSecureContext) return notCopied()
    navigator.clipboard.writeText(written).then(() => notify('success', texts.copied), notCopied)
  }
  const download = () =>
    saveFile({ fileName: texts.fileName, content: new Blob([written], { type: 'text/plain;charset=utf-8' }) })
  return (
    <Stack gap={3}>
      <p>{texts.codesLead}</p>
      <ul className={styles.codes} aria-label={texts.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row gap={3}>
        <Button kind="secondary" onClick={copy}>
          {texts.copy}
        </Button>
        <Button kind="secondary" onClick={download}>
          {texts.download}
        </Button>
      </Row>
      <Button wide onClick={onKept}>
        {texts.kept}
      </Button>
    </Stack>
  )
}
