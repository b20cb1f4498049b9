/** Of the one tap before a ride, and of the one that takes it back. */
export const rideTexts = {
  ride: 'Ich fahre',
  arm: 'Alarm wieder einschalten',
  armShort: 'Alarm an',
  ofVehicle: (action: string, name: string) => `${action}: ${name}`,
} as const
