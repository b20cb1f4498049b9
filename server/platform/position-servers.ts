/** The servers beside the coordinator that have positions (docs/decisions/0064-positions-on-several-servers.md). */
export interface PositionServers {
  /** Which server has the positions of each of these trackers, `host:port`, by IMEI and tracker id; empty where all lie on one. */
  of(names: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Those that do not answer, and since when this process knows. */
  silent(): ReadonlyMap<string, Date>
  /** A statement failed because one of them was not reached: they are asked now. */
  suspect(): void
  close(): Promise<void>
}

/** For an installation with one database server. */
export const oneServer: PositionServers = {
  of: async () => new Map(),
  silent: () => new Map(),
  suspect: () => undefined,
  close: async () => undefined,
}
