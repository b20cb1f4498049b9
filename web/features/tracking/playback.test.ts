import { describe, expect, it, vi } from 'vitest'
import { createPlayback, playbackRates } from './playback.ts'

const playable = {
  from: 0,
  to: 100_000,
  times: [0, 10_000, 20_000, 80_000, 100_000],
  quiet: [{ from: 20_000, to: 80_000 }],
}

describe('a replay', () => {
  it('shows nothing before it is played', () => {
    expect(createPlayback(playable).current()).toEqual({ moment: null, playing: false, rate: 10 })
  })

  it.each(playbackRates)('goes by time, %d times as fast', (rate) => {
    const playback = createPlayback(playable)
    playback.setRate(rate)
    playback.toggle()
    playback.tick(100)
    expect(playback.current()).toMatchObject({ moment: 100 * rate, playing: true })
  })

  it('leaps over what is quiet, stops at the end, and begins anew', () => {
    const playback = createPlayback(playable)
    playback.toggle()
    playback.tick(2_100)
    expect(playback.current().moment).toBe(80_000)
    playback.tick(5_000)
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

  it('goes on where more of the same comes, and stays within what is left of it', () => {
    const playback = createPlayback(playable)
    const longer = { ...playable, to: 200_000, times: [...playable.times, 200_000] }
    playback.extend(longer)
    expect(playback.current().moment).toBeNull()
    playback.toggle()
    playback.seek(90_000)
    playback.extend(longer)
    expect(playback.current()).toMatchObject({ moment: 90_000, playing: true })
    playback.tick(5_000)
    expect(playback.current()).toMatchObject({ moment: 140_000, playing: true })
    playback.extend({ ...longer, from: 150_000 })
    expect(playback.current()).toMatchObject({ moment: 150_000, playing: true })
  })

  it('tells whoever listens, until they stop listening', () => {
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
