export const mapLimits = {
  /** The middle of Karlsruhe. */
  centre: { latitude: 49.0069, longitude: 8.4037 },
  startZoom: 13,
  allPoisZoom: 10,
  ownPositionZoom: 12,
  maxZoom: 19,
  /** From this zoom on every marker stands alone. */
  singleMarkersFromZoom: 14,
  clusterRadiusFar: { belowZoom: 10, px: 100 },
  clusterRadiusMiddle: { belowZoom: 12, px: 60 },
  clusterRadiusNear: { px: 40 },
  /** Diameter of a cluster with more than this many POIs. */
  clusterSizes: [
    { moreThan: 0, px: 25 },
    { moreThan: 10, px: 30 },
    { moreThan: 50, px: 35 },
    { moreThan: 100, px: 40 },
  ],
  clusterZoomStep: 2,
  clusterMaxZoom: 18,
  refreshSeconds: 60,
  /** How long the sources of a map are shown before a narrow map folds them: what OpenStreetMap asks for. */
  attributionSeconds: 5,
  /** POIs that the list beside the map shows at first, and more each time. */
  listedPois: 25,
  /** The nearest in view, of which the worst come first. More are not counted. */
  rankedPois: 100,
  warningMarkersFromZoom: 8,
  radiiKm: [2, 5, 10, 25, 50, 100],
  /** Steps along one side of a vector tile: below a tenth of a pixel. */
  tileExtent: 4096,
  /** Encoded tiles that are cached for the next caller. */
  keptTileBytes: 32_000_000,
  /** A smaller tile is sent uncompressed: compressing it would save less than a packet. */
  compressedTileBytes: 1_000,
  /** Numbered positions closer than this on the screen would hide each other: the size of a touch target. */
  readableSpacingPx: 44,
} as const
