import styles from '../auth.module.css'

const steps = ['Konto anlegen', 'E-Mail bestätigen', 'IMEI bestätigen']

interface RegistrationProgressProps {
  /** How many steps are known to be finished, 0 to 3. */
  done: number
  /** The step that the screen is for, by default the next one. Whether steps between are finished is not known here. */
  current?: number
}

/** The three steps of a registration, and how far it has come. */
export function RegistrationProgress({ done, current = done }: RegistrationProgressProps) {
  return (
    <ol className={styles.progress} aria-label="Fortschritt der Registrierung">
      {steps.map((step, index) => {
        const state = index < done ? 'done' : index === current ? 'current' : 'ahead'
        return (
          <li
            key={step}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {state === 'done' ? '✓' : index + 1}
            </span>
            <span>
              {step}
              {state === 'done' && <span className="visually-hidden"> (erledigt)</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
