import type { ReactNode } from 'react'
import { type RidingWeather, ridingAdvice } from '#domain/weather/riding-weather.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { formatNumber } from '#web/texts/formats.ts'
import styles from './RidingWeatherCard.module.css'
import { ridingTexts as texts } from './texts.ts'

/** What the weather means for a ride, and which value decided it. */
export function RidingWeatherCard({ conditions, aside }: { conditions: RidingWeather; aside: ReactNode }) {
  const { temperature, rainProbability, wind } = conditions
  const { grade, stars, because } = ridingAdvice(conditions)
  return (
    <Card title={texts.title} aside={aside}>
      <p className={styles.headline}>
        {texts.grades[grade]}
        <span className={styles.stars} role="img" aria-label={texts.stars(stars)}>
          {'★'.repeat(stars) + '☆'.repeat(5 - stars)}
        </span>
      </p>
      <p>{texts.advice[grade]}</p>
      {because !== null && <Small>{texts.because[because]}</Small>}
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
