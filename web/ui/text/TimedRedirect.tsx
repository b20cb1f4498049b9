import { useEffect, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { counted } from '#web/texts/formats.ts'
import styles from './TimedRedirect.module.css'

interface TimedRedirectProps {
  to: string
  seconds: number
  /** What waits there, as the end of „Weiter zur …“. */
  destination: string
}

/**
 * Leads on after some seconds, unless the visitor wants to stay (WCAG 2.2.1). The seconds are shown, but only the
 * beginning is read out. Who has just chosen to go elsewhere is not led away from there.
 */
export function TimedRedirect({ to, seconds, destination }: TimedRedirectProps) {
  const [left, setLeft] = useState(seconds)
  const [staying, setStaying] = useState(false)
  const navigate = useNavigate()
  const goesElsewhere = useNavigation().state !== 'idle'

  useEffect(() => {
    if (staying || goesElsewhere) return
    if (left <= 0) return void navigate(to)
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, staying, goesElsewhere, navigate, to])

  return (
    <Stack gap={3}>
      {!staying && (
        <p className={styles.text}>
          <span className="visually-hidden" role="status">
            Weiter {destination} in {counted(seconds, 'Sekunde', 'Sekunden')}.
          </span>
          <span aria-hidden="true">
            Weiter {destination} in {counted(left, 'Sekunde', 'Sekunden')}.
          </span>
        </p>
      )}
      <Row gap={2}>
        <ButtonLink to={to}>Jetzt weiter</ButtonLink>
        {!staying && (
          <Button kind="secondary" onClick={() => setStaying(true)}>
            Hier bleiben
          </Button>
        )}
      </Row>
    </Stack>
  )
}
