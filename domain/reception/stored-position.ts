/** A stored position's place in the history: there is one for each device and fix time. */
export interface StoredPosition {
  deviceId: string
  recordedAt: Date
}

/** The same text for the same device and fix time. */
export function positionKey({ deviceId, recordedAt }: StoredPosition): string {
  return `${deviceId} ${recordedAt.getTime()}`
}
