import type { ReactNode } from 'react'
import { useUser } from '#web/api/session/session.ts'
import { DemoEntrance } from './DemoEntrance.tsx'
import styles from './LandingPage.module.css'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { paths } from '#web/browser/paths.ts'
import { CameraSign, DangerSign, DistanceSign } from '#web/ui/pictures/road-signs.tsx'
import { RoadPicture } from '#web/ui/pictures/RoadPicture.tsx'

export function LandingPage() {
  return (
    <>
      <Hero />
      <section className={styles.features} aria-label="Was Wegwarte für Sie tut">
        <Feature sign={<CameraSign className={styles.sign} />} title="Blitzerwarnungen">
          Stationäre und mobile Blitzer auf einer Karte, jeder mit Quelle und Stand. Für die Planung vor der Fahrt.
        </Feature>
        <Feature sign={<DangerSign className={styles.sign} />} title="Gefahrenstellen">
          Unfälle, Störungen, Unfallschwerpunkte für Motorräder und Unwetter: was auf Ihrer Strecke wartet, bevor Sie
          dort sind.
        </Feature>
        <Feature sign={<DistanceSign className={styles.sign} />} title="Individuell einstellbar">
          Sie bestimmen, wovor, wie früh und wie gewarnt wird, für jede Art und für jedes Ihrer Geräte.
        </Feature>
      </section>
      <p className={styles.law}>
        Während der Fahrt darf der Fahrer sich Blitzer nicht anzeigen lassen (§ 23 Abs. 1c StVO). Nutzen Sie die Karte
        vor der Fahrt, und blenden Sie die Blitzer aus, bevor Sie losfahren.
      </p>
    </>
  )
}

function Hero() {
  const user = useUser()
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.headline} tabIndex={-1}>
          Ihr persönliches POI-Warnsystem
        </h1>
        <p className={styles.promise}>
          Wissen, was auf der Straße wartet, und wo Ihr Fahrzeug steht. Für Motorrad und Auto.
        </p>
        <div className={styles.actions}>
          {user === null ? (
            <ButtonLink size="large" to={paths.register}>
              Jetzt registrieren
            </ButtonLink>
          ) : (
            <ButtonLink size="large" to={paths.dashboard}>
              Zum Dashboard
            </ButtonLink>
          )}
          <ButtonLink size="large" kind="secondary" to={paths.support}>
            Mehr erfahren
          </ButtonLink>
        </div>
        {user === null && <DemoEntrance />}
      </div>
      <div className={styles.picture}>
        <RoadPicture />
      </div>
    </section>
  )
}

function Feature({ sign, title, children }: { sign: ReactNode; title: string; children: ReactNode }) {
  return (
    <article className={styles.feature}>
      {sign}
      <h2>{title}</h2>
      <p>{children}</p>
    </article>
  )
}
