import type { ReactNode } from 'react'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import styles from './LegalPage.module.css'

interface LegalPageProps {
  title: string
  children: ReactNode
}

/** A page of legal text: a template that the operator completes and answers for. */
export function LegalPage({ title, children }: LegalPageProps) {
  return (
    <Page title={title} width="reading">
      <Notice kind="warning" title="Vorlage" live={false}>
        Dieser Text ist eine Vorlage. Der Betreiber muss ihn prüfen, ergänzen und verantworten.
      </Notice>
      <div className={styles.text}>{children}</div>
    </Page>
  )
}
