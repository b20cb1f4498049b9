import { type ReactNode, useEffect, useRef } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { setUpScreens, type SetUpScreen } from '#domain/vehicles/setup.ts'
import { addressOfStep } from './addresses.ts'
import styles from './SetUpFrame.module.css'
import { setUpTexts as texts, vehicleName } from './texts.ts'
import { BackIcon } from '#web/ui/pictures/icons.tsx'
import { paths } from '#web/browser/paths.ts'
import { Small } from '#web/ui/layout/Small.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

interface SetUpFrameProps {
  /** Null at the end. */
  screen: SetUpScreen | null
  /** Null where none is being set up. */
  device: Device | null
  title: string
  lead?: ReactNode
  picture: ReactNode
  children?: ReactNode
  /** What leads on, at the end of the screen. */
  foot: ReactNode
  /** It took the place of another at the same address: its heading gets the focus, as after a navigation. */
  inPlace?: boolean
}

/** A screen of the set-up: nothing around it but the way back, how far it is, and the way out. */
export function SetUpFrame({ screen, device, title, lead, picture, children, foot, inPlace = false }: SetUpFrameProps) {
  const index = screen === null ? setUpScreens.length : setUpScreens.indexOf(screen)
  const before = setUpScreens[index - 1]
  const back = screen === null || before === undefined || device === null ? null : addressOfStep(before, device.id)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (inPlace) heading.current?.focus()
  }, [inPlace])
  return (
    <div className={styles.frame}>
      <nav className={styles.top} aria-label={texts.title}>
        <Link to={back ?? paths.dashboard} className={styles.back} aria-label={texts.back}>
          <BackIcon />
        </Link>
        <Progress done={index} />
        {screen !== null && (
          <Link to={paths.dashboard} className={styles.later}>
            {texts.later}
          </Link>
        )}
      </nav>
      <div className={styles.picture} aria-hidden="true">
        {picture}
      </div>
      <div className={styles.content}>
        <div>
          {device !== null && <Small>{vehicleName(device)}</Small>}
          <h1 ref={heading} className={styles.title} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}

/** @param done how many steps lie behind. */
function Progress({ done }: { done: number }) {
  const of = setUpScreens.length
  const step = Math.min(done + 1, of)
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={texts.title}
      aria-valuemin={1}
      aria-valuemax={of}
      aria-valuenow={step}
      aria-valuetext={texts.progress(step, of)}
    >
      {setUpScreens.map((screen, index) => (
        <span key={screen} className={styles.stroke} data-done={index <= done || undefined} />
      ))}
    </div>
  )
}
