import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { type Jobs, round } from '#server/jobs/jobs.ts'
import { oneByOne } from '#server/jobs/one-by-one.ts'
import type { Clock } from '#server/platform/clock.ts'
import { placeWeatherEmail, placeWeatherPush } from './place-weather-words.ts'
import { placeWeather, type PlaceWeatherStore } from './place-weather.store.ts'

const placeWeatherRound = round('place-weather')

interface Parts {
  store: PlaceWeatherStore
  messages: Pick<Messages, 'email' | 'push' | 'wake'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
}

export function registerPlaceWeatherJobs(jobs: Pick<Jobs, 'every'>, { store, messages, clock, publicUrl }: Parts) {
  jobs.every(placeWeatherRound, '*/10 * * * *', async () => {
    if ((await tellPlaceWeather({ store, clock })) > 0) await messages.wake()
  })
  messages.email(placeWeather, async (about, { owner }) => {
    const warning = await store.warning(about, clock.now())
    return owner && warning && { to: owner.email, email: placeWeatherEmail(warning, publicUrl) }
  })
  messages.push(placeWeather, async (about) => {
    const warning = await store.warning(about, clock.now())
    return warning && placeWeatherPush(warning)
  })
}

/** Tells owners of the weather at their places. @returns how much there was to tell. */
export async function tellPlaceWeather({ store, clock }: Pick<Parts, 'store' | 'clock'>): Promise<number> {
  const now = clock.now()
  let told = 0
  await oneByOne(await store.warned(now), 'the weather at not every place could be told', async (place) => {
    told += await store.tell(place, now)
  })
  return told
}
