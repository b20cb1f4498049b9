import { describe, expect, it, vi } from 'vitest'
import { createPlayback } from './playback.ts'
import { replayPaces } from '#domain/track/replay-pace.ts'

const playable = {
  from: 0,
  to: 100_000,
  times: [0, 10_000, 20_000, 80_000, 100_000],
  quiet: [{ from: 20_000, to: 80_000 }],
  rides: 1,
}
const hour = { from: 0, to: 3_600_000, times: [0, 3_600_000], quiet: [], rides: 1 }

describe('a replay', () => {
  it('shows nothing before it is played', () => {
    expect(createPlayback(playable).current()).toEqual({ moment: null, playing: false, pace: 60 })
  })

  it.each(replayPaces.filter((pace) => pace !== 'real'))('shows an hour in %d seconds if it is told to', (pace) => {
    const playback = createPlayback(hour)
    playback.setPace(pace)
    playback.toggle()
    playback.tick(pace * 500)
    expect(playback.current()).toMatchObject({ moment: hour.to / 2, playing: true })
    playback.tick(pace * 500)
    expect(playback.current()).toMatchObject({ moment: hour.to, playing: false })
  })

  it('shows time as it passed if it is told to', () => {
    const playback = createPlayback(hour)
    playback.setPace('real')
    playback.toggle()
    playback.tick(100)
    expect(playback.current()).toMatchObject({ moment: 100, playing: true })
  })

  it('skips quiet times, stops at the end, and begins anew', () => {
    const playback = createPlayback(playable)
    playback.setPace('real')
    playback.toggle()
    playback.tick(21_000)
    expect(playback.current().moment).toBe(80_000)
    playback.tick(50_000)
    expect(playback.current()).toMatchObject({ moment: 100_000, playing: false })
    playback.toggle()
    expect(playback.current()).toMatchObject({ moment: 0, playing: true })
  })

  it('does not go on while it is stopped', () => {
    const playback = createPlayback(playable)
    playback.seek(5_000)
    playback.tick(1_000)
    expect(playback.current()).toMatchObject({ moment: 5_000, playing: false })
  })

  it('steps from fix to fix and stays within the track', () => {
    const playback = createPlayback(playable)
    playback.step(1)
    playback.step(1)
    playback.step(1)
    expect(playback.current().moment).toBe(80_000)
    playback.step(-1)
    expect(playback.current().moment).toBe(20_000)
    playback.seek(1_000_000)
    playback.step(1)
    expect(playback.current().moment).toBe(100_000)
  })

  it('goes on when the track grows, and stays within what is left of it', () => {
    const playback = createPlayback(playable)
    const longer = { ...playable, to: 200_000, times: [...playable.times, 200_000] }
    playback.setPace('real')
    playback.extend(longer)
    expect(playback.current().moment).toBeNull()
    playback.toggle()
    playback.seek(90_000)
    playback.extend(longer)
    expect(playback.current()).toMatchObject({ moment: 90_000, playing: true })
    playback.tick(50_000)
    expect(playback.current()).toMatchObject({ moment: 140_000, playing: true })
    playback.extend({ ...longer, from: 150_000 })
    expect(playback.current()).toMatchObject({ moment: 150_000, playing: true })
  })

  it('informs listeners until they stop listening', () => {
    const playback = createPlayback(playable)
    const listener = vi.fn<() => void>()
    const stop = playback.subscribe(listener)
    playback.seek(1)
    stop()
    playback.seek(2)
    expect(listener).toHaveBeenCalledOnce()
  })

  it('of something else begins with nothing shown', () => {
    const playback = createPlayback(playable)
    playback.seek(50_000)
    playback.load({ ...playable, from: 10_000 })
    expect(playback.current()).toMatchObject({ moment: null, playing: false })
    playback.toggle()
    expect(playback.current().moment).toBe(10_000)
  })
})
