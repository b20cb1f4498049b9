import { expect, test } from 'vitest'
import { messagesAbout } from './home-assistant.ts'

test('a vehicle has entities of its own, with one device; without a place it says none', () => {
  const place = { latitude: 49.5, longitude: 8.25, accuracy: null, recordedAt: '2026-11-29T12:00:00Z' }
  const vehicle = { deviceId: 'd1', name: 'XSR', battery: null, hasAlarm: true, place }
  const messages = messagesAbout(vehicle)
  const configs = messages
    .filter(({ topic }) => topic.startsWith('homeassistant/'))
    .map(({ payload }): { unique_id: string; device: object } => JSON.parse(payload))
  expect(new Set(configs.map(({ unique_id: id }) => id)).size).toBe(3)
  expect(new Set(configs.map(({ device }) => JSON.stringify(device))).size).toBe(1)
  const said = new Map(messages.map(({ topic, payload }): [string, unknown] => [topic, JSON.parse(payload)]))
  expect(said.get('wegwarte/d1/state')).toEqual({ battery: null, alarm: 'ON' })
  expect(said.get('wegwarte/d1/place')).toEqual({
    latitude: 49.5,
    longitude: 8.25,
    recorded_at: '2026-11-29T12:00:00Z',
  })
  expect(messagesAbout({ ...vehicle, place: null }).at(-1)?.payload).toBe('{}')
})
