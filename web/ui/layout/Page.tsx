import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Page.module.css'

interface PageProps {
  /** The page's heading. Signed in, the shell's header shows it, and here it is only read out. */
  title: ReactNode
  lead?: ReactNode
  /** A road sign beside the lead: what the screen is known by. */
  sign?: (props: { className: string | undefined }) => ReactNode
  actions?: ReactNode
  /** `form`: one narrow column. `reading`: text. `wide`: lists and cards. `full`: edge to edge, as maps are. */
  width?: 'form' | 'reading' | 'wide' | 'full'
  /** Shows the heading even if the header has a title: for a heading that says something else. */
  ownTitle?: boolean
  children: ReactNode
}

/** The frame of every screen: one heading, at most one sentence and some actions beside it, then the content. */
export function Page({ title, lead, sign: Sign, actions, width = 'wide', ownTitle = false, children }: PageProps) {
  return (
    <div className={classes(styles.page, styles[width])} data-own-title={ownTitle || undefined}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && (
            <div className={styles.lead}>
              {Sign !== undefined && <Sign className={styles.sign} />}
              <p>{lead}</p>
            </div>
          )}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  )
}
