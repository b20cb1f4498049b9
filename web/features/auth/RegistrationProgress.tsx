import styles from './auth.module.css'

const steps = ['Konto anlegen', 'E-Mail bestätigen', 'IMEI bestätigen']

/** The three steps of a registration, and how far it has come. `done`: the finished ones, 0 to 3. */
export function RegistrationProgress({ done }: { done: number }) {
  return (
    <ol className={styles.progress} aria-label="Fortschritt der Registrierung">
      {steps.map((step, index) => {
        const state = index < done ? 'done' : index === done ? 'current' : 'ahead'
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
