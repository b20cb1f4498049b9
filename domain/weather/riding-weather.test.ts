import { describe, expect, test } from 'vitest'
import { ridingAdvice } from './riding-weather.ts'

describe('the advice for a ride', () => {
  const cases: [
    temperature: number,
    rain: number,
    wind: number,
    grade: string,
    stars: number,
    because: string | null,
  ][] = [
    [15, 29, 24, 'excellent', 5, null],
    [28, 0, 0, 'excellent', 5, null],
    [28.1, 0, 0, 'borderline', 2, 'temperature'],
    [20, 30, 10, 'borderline', 2, 'rain'],
    [20, 10, 25, 'borderline', 2, 'wind'],
    [14.9, 39, 29, 'good', 4, 'temperature'],
    [10, 0, 0, 'good', 4, 'temperature'],
    [12, 40, 0, 'borderline', 2, 'rain'],
    [12, 0, 30, 'borderline', 2, 'wind'],
    [9.9, 49, 40, 'moderate', 3, 'temperature'],
    [5, 0, 0, 'moderate', 3, 'temperature'],
    [7, 50, 0, 'borderline', 2, 'rain'],
    [4.9, 0, 0, 'borderline', 2, 'temperature'],
    [20, 61, 0, 'poor', 1, 'rain'],
    [20, 60, 0, 'borderline', 2, 'rain'],
    [20, 0, 41, 'poor', 1, 'wind'],
    [20, 0, 40, 'borderline', 2, 'wind'],
    [-5, 90, 90, 'poor', 1, 'rain'],
  ]
  test.each(cases)(
    'at %s °C, %s %% rain and wind of %s km/h is %s',
    (temperature, rain, wind, grade, stars, because) => {
      expect(ridingAdvice({ temperature, rainProbability: rain, wind })).toEqual({ grade, stars, because })
    },
  )
})
