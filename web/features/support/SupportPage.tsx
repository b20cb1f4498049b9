import { useState } from 'react'
import { useConfig } from '#web/api/calls/config.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { counted } from '#web/texts/formats.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths } from '#web/browser/paths.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { matchingQuestions } from './matching-questions.ts'
import styles from './SupportPage.module.css'
import { questions, supportTexts as texts } from './texts.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { Row } from '#web/ui/layout/Row.tsx'

/** /support: what people ask, to search through, and the way to somebody who answers. */
export function SupportPage() {
  const [search, setSearch] = useState('')
  const found = matchingQuestions(questions, search)
  return (
    <Page title={texts.title} lead={texts.lead} width="reading">
      <TextField
        type="search"
        label={texts.search}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <p className="visually-hidden" role="status">
        {search !== '' && `${counted(found.flatMap((group) => group.questions).length, 'Frage', 'Fragen')} gefunden`}
      </p>
      {found.length === 0 && <p>{texts.none}</p>}
      {found.map(({ title, questions: group }) => (
        <Card key={title} title={title}>
          <Stack gap={2}>
            {group.map(({ question, answer }) => (
              <details key={question} className={styles.question} open={search.trim() !== '' || undefined}>
                <Summary>{question}</Summary>
                <p>{answer}</p>
              </details>
            ))}
          </Stack>
        </Card>
      ))}
      <AskSomebody />
    </Page>
  )
}

function AskSomebody() {
  const supportMail = useConfig()?.supportMail
  return (
    <Card title={texts.contactTitle}>
      <CardParts>
        <p>{texts.contactHint}</p>
        <Row gap={2}>
          <ButtonLink to={paths.contact}>{texts.contact}</ButtonLink>
          {supportMail !== undefined && (
            <a className={styles.mail} href={`mailto:${supportMail}`}>
              {supportMail}
            </a>
          )}
        </Row>
      </CardParts>
    </Card>
  )
}
