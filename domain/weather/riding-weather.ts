/** What a forecast says for a ride. °C, percent, km/h. */
export interface RidingWeather {
  temperature: number
  rainProbability: number
  wind: number
}

export interface RidingAdvice {
  grade: 'excellent' | 'good' | 'moderate' | 'poor' | 'borderline'
  stars: 1 | 2 | 3 | 4 | 5
  /** The value that prevents a better grade; null if none does. */
  because: 'temperature' | 'rain' | 'wind' | null
}

/**
 * The specification's rule (section 9), in the order that makes it complete: what is poor is poor at any temperature. After
 * that, the best grade that fits counts, and what fits none is borderline.
 */
export function ridingAdvice({ temperature, rainProbability: rain, wind }: RidingWeather): RidingAdvice {
  if (rain > 60) return { grade: 'poor', stars: 1, because: 'rain' }
  if (wind > 40) return { grade: 'poor', stars: 1, because: 'wind' }
  if (temperature >= 15 && temperature <= 28 && rain < 30 && wind < 25) {
    return { grade: 'excellent', stars: 5, because: null }
  }
  if (temperature >= 10 && temperature < 15 && rain < 40 && wind < 30) {
    return { grade: 'good', stars: 4, because: 'temperature' }
  }
  if (temperature >= 5 && temperature < 10 && rain < 50) {
    return { grade: 'moderate', stars: 3, because: 'temperature' }
  }
  return { grade: 'borderline', stars: 2, because: whatKeepsIt({ temperature, rainProbability: rain, wind }) }
}

/** Outside 5 to 28 °C the temperature; else rain or wind, whichever is further above what a good ride allows. */
function whatKeepsIt({ temperature, rainProbability, wind }: RidingWeather): RidingAdvice['because'] {
  if (temperature < 5 || temperature > 28) return 'temperature'
  return rainProbability / 30 >= wind / 25 ? 'rain' : 'wind'
}
