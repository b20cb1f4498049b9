/** What Home Assistant shows of a vehicle. */
export interface ShownVehicle {
  deviceId: string
  name: string
  /** Per cent; null: unknown. */
  battery: number | null
  /** An alarm that nobody has seen yet. */
  hasAlarm: boolean
  /** `accuracy` in metres. */
  place: { latitude: number; longitude: number; accuracy: number | null; recordedAt: string } | null
}

export interface RetainedMessage {
  topic: string
  payload: string
}

/**
 * A vehicle as a device with a place, a battery and an alarm, and their state:
 * https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
 */
export function messagesAbout(vehicle: ShownVehicle): RetainedMessage[] {
  const { deviceId, name, battery, hasAlarm, place } = vehicle
  const own = `wegwarte_${deviceId}`
  const attributes = `wegwarte/${deviceId}/place`
  const state = `wegwarte/${deviceId}/state`
  const device = { identifiers: [own], name, manufacturer: 'Wegwarte' }
  const entity = (component: string, part: string, more: object): RetainedMessage => ({
    topic: `homeassistant/${component}/${own}/${part}/config`,
    payload: JSON.stringify({ unique_id: `${own}_${part}`, device, ...more }),
  })
  return [
    entity('device_tracker', 'place', { name: null, source_type: 'gps', json_attributes_topic: attributes }),
    entity('sensor', 'battery', {
      name: 'Akku',
      device_class: 'battery',
      unit_of_measurement: '%',
      state_topic: state,
      value_template: '{{ value_json.battery }}',
    }),
    entity('binary_sensor', 'alarm', {
      name: 'Alarm',
      device_class: 'safety',
      state_topic: state,
      value_template: '{{ value_json.alarm }}',
    }),
    { topic: state, payload: JSON.stringify({ battery, alarm: hasAlarm ? 'ON' : 'OFF' }) },
    {
      topic: attributes,
      payload: JSON.stringify(
        place === null
          ? {}
          : {
              latitude: place.latitude,
              longitude: place.longitude,
              ...(place.accuracy !== null && { gps_accuracy: place.accuracy }),
              recorded_at: place.recordedAt,
            },
      ),
    },
  ]
}
