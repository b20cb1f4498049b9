import { describe, expect, it, vi } from 'vitest'
import { createPlayback, paces } from './playback.ts'
import { ridingTime } from '#domain/track/riding-time.ts'

const playable = {
  from: 0,
  to: 100_000,
  riding: ridingTime([{ kind: 'stop', from: 20_000, to: 80_000 }], 0, 100_000),
  times: [0, 10_000, 20_000, 80_000, 100_000],
}
const hour = { from: 0, to: 3_600_000, riding: ridingTime([], 0, 3_600_000), times: [0, 3_600_000] }

describe('a replay', () => {
  it('shows nothing before it is played', () => {
    expect(createPlayback(playable).current()).toEqual({ moment: null, playing: false, pace: 20 })
  })

  it.each(paces)('is %d times as fast as the ride if it is told to', (pace) => {
    const playback = createPlayback(hour)
    playback.setPace(pace)
    playback.toggle()
    playback.tick(hour.to / pace / 2)
    expect(playback.current()).toMatchObject({ moment: hour.to / 2, playing: true })
    playback.tick(hour.to / pace / 2)
    expect(playback.current()).toMatchObject({ moment: hour.to, playing: false })
  })

  it('skips stops, ends at the end, and begins anew', () => {
    const playback = createPlayback(playable)
    playback.setPace(1)
    playback.toggle()
    playback.tick(21_000)
    expect(playback.current().moment).toBe(81_000)
    playback.tick(50_000)
    expect(playback.current()).toMatchObject({ moment: 100_000, playing: false })
    playback.toggle()
    expect(playback.current()).toMatchObject({ moment: 0, playing: true })
  })

  it('begins when the vehicle sets off, and can still be led to where it was parked before', () => {
    const riding = ridingTime([{ kind: 'stop', from: 0, to: 60_000 }], 0, 100_000)
    const playback = createPlayback({ ...playable, riding })
    playback.seek(5_000)
    expect(playback.current().moment).toBe(5_000)
    playback.load({ ...playable, riding })
    playback.setPace(1)
    playback.toggle()
    playback.tick(1_000)
    expect(playback.current().moment).toBe(61_000)
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
    const riding = ridingTime([{ kind: 'stop', from: 20_000, to: 80_000 }], 0, 200_000)
    const longer = { ...playable, to: 200_000, riding, times: [...playable.times, 200_000] }
    playback.setPace(1)
    playback.extend(longer)
    expect(playback.current().moment).toBeNull()
    playback.toggle()
    playback.seek(90_000)
    playback.extend(longer)
    expect(playback.current()).toMatchObject({ moment: 90_000, playing: true })
    playback.tick(50_000)
    expect(playback.current()).toMatchObject({ moment: 140_000, playing: true })
    playback.extend({ ...longer, from: 150_000, riding: ridingTime([], 150_000, 200_000) })
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
    playback.load({ ...playable, from: 10_000, riding: ridingTime([], 10_000, 100_000) })
    expect(playback.current()).toMatchObject({ moment: null, playing: false })
    playback.toggle()
    expect(playback.current().moment).toBe(10_000)
  })
})
