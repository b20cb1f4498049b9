import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useConfig } from '#web/api/calls/config.ts'
import styles from './LandingPage.module.css'
import { Button } from '#web/ui/controls/Button.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { paths } from '#web/browser/paths.ts'

/** The demo, one tap from the first page. Its line is kept free until it is known whether there is one. */
export function DemoEntrance() {
  const config = useConfig()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const enter = () => {
    setIsBusy(true)
    loadEntrance()
      .then(({ enterDemo }) => enterDemo())
      .then(() => navigate(paths.dashboard))
      .catch((error: unknown) => {
        setIsBusy(false)
        notify('danger', messageOf(error))
      })
  }
  return (
    <div className={styles.demo}>
      {config?.demo === true && (
        <Button kind="quiet" busy={isBusy} onClick={enter}>
          Erst ansehen: Demo ohne Anmeldung
        </Button>
      )}
    </div>
  )
}

/** Few visitors need it: it is not part of the first page. */
const loadEntrance = () => import('#web/api/session/enter-demo.ts')
