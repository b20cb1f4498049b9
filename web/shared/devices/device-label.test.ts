import { expect, test } from 'vitest'
import { labelAmong } from './device-label.ts'

const device = (imei: string, deviceName: string, vehiclePlate: string | null = null) => ({
  imei,
  deviceName,
  deviceModel: 'Wegwarte Spur',
  vehiclePlate,
})

test('devices of the same name are distinguished by their IMEI, others by name and plate', () => {
  const all = [
    device('350000000000001', 'Enduro'),
    device('350000000000002', 'Enduro'),
    device('350000000000003', 'Enduro', 'KA-WW 1'),
    device('350000000000004', ''),
  ]
  expect(all.map((each) => labelAmong(each, all))).toEqual([
    'Enduro · IMEI 350000000000001',
    'Enduro · IMEI 350000000000002',
    'Enduro · KA-WW 1',
    'Wegwarte Spur',
  ])
})
