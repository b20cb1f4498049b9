export const basemapLimits = {
  /**
   * Tiles of one network. A large screen takes some thirty for each view; several people may share an address. A tile is
   * one read of a file.
   */
  tilesPerMinute: 3000,
  /** Browsers keep a tile that long: its address names the archive that it is from. */
  keptSeconds: 31_536_000,
} as const
