import { ridingAdvice } from '#domain/riding-weather.ts'
import { Badge } from '#web/kit/Badge.tsx'
import { Card } from '#web/kit/Card.tsx'
import { formatNumber } from '#web/kit/formats.ts'
import styles from './DashboardPage.module.css'
import { dashboardTexts, samples } from './texts.ts'

const texts = dashboardTexts.weather

/** What the weather means for a ride, and which value decided it. */
export function RidingWeatherCard() {
  const { temperature, rainProbability, wind } = samples.weather
  const { grade, stars, because } = ridingAdvice(samples.weather)
  return (
    <Card title={texts.title} aside={<Badge>{dashboardTexts.sample}</Badge>}>
      <p className={styles.headline}>
        {texts.grades[grade]}
        <span className={styles.stars} role="img" aria-label={texts.stars(stars)}>
          {'★'.repeat(stars) + '☆'.repeat(5 - stars)}
        </span>
      </p>
      <p>{texts.advice[grade]}</p>
      {because !== null && <p className={styles.muted}>{texts.because[because]}</p>}
      <dl className={styles.values}>
        <div>
          <dt>{texts.temperature}</dt>
          <dd>{formatNumber(temperature)} °C</dd>
        </div>
        <div>
          <dt>{texts.rain}</dt>
          <dd>{formatNumber(rainProbability)} %</dd>
        </div>
        <div>
          <dt>{texts.wind}</dt>
          <dd>{formatNumber(wind)} km/h</dd>
        </div>
      </dl>
    </Card>
  )
}
