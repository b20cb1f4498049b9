import { type PoiType, poiTypes } from '#contract/pois/pois.ts'

/** The name that a device shows for each type: short enough for its list, and without umlauts for use in file names. */
export const deviceNames: Record<PoiType, string> = {
  SpeedControl: 'Blitzer fest',
  RedLightControl: 'Rotlichtblitzer',
  SpeedAndRedLightControl: 'Ampelblitzer',
  DistanceControl: 'Abstandskontrolle',
  DrivewayControl: 'Einfahrtskontrolle',
  DedicatedLaneControl: 'Fahrspurkontrolle',
  PoliceSpotCheck: 'Polizeikontrolle',
  PassageControl: 'Durchfahrtskontrolle',
  WeightControl: 'Gewichtskontrolle',
  HeightControl: 'Höhenkontrolle',
  SectionControl: 'Abschnittskontrolle',
  SectionControlMid: 'Abschnittskontrolle Verlauf',
  SectionControlEnd: 'Abschnittskontrolle Ende',
  DangerZone: 'Gefahrenzone',
  DangerZoneEnd: 'Gefahrenzone Ende',
  Tunnel: 'Tunnelblitzer',
  NoOvertakingControl: 'Überholverbot',
  MobileSpeedCamera: 'Blitzer mobil',
  MobileRedLightControl: 'Rotlichtblitzer mobil',
  MobileDistanceControl: 'Abstandskontrolle mobil',
  SemiStationarySpeedCameras: 'Blitzer teilstationär',
  Weather: 'Unwetter',
  TrafficJam: 'Stau',
  Accident: 'Unfall',
  TemporaryRoadwork: 'Tagesbaustelle',
  Obstacle: 'Hindernis',
  Slippery: 'Rutschgefahr',
  ObstructedView: 'Sichtbehinderung',
  LongTermRoadwork: 'Baustelle',
  BrokenDownVehicle: 'Pannenfahrzeug',
  User: 'Gefahrenstelle',
  AccidentHotspotMoto: 'Unfallschwerpunkt Motorrad',
}

const typeByName = new Map<string, PoiType>(poiTypes.map((type) => [deviceNames[type].toLowerCase(), type]))

/** The type for the first word of names in other people's files. */
const typeByWord = new Map<string, PoiType>([
  ['max', 'SpeedControl'],
  ['blitzer', 'SpeedControl'],
  ['speed', 'SpeedControl'],
  ['radar', 'SpeedControl'],
  ['stop', 'RedLightControl'],
  ['redlight', 'RedLightControl'],
  ['ampelblitzer', 'SpeedAndRedLightControl'],
  ['average', 'SectionControl'],
  ['section', 'SectionControl'],
  ['tunnel', 'Tunnel'],
  ['mobile', 'MobileSpeedCamera'],
  ['mobil', 'MobileSpeedCamera'],
])

/** The kind named by one of our names or by a word that others use; null if it names none. */
export function kindOfName(name: string): PoiType | null {
  const lower = name.toLowerCase()
  return typeByName.get(lower) ?? typeByWord.get(/^\p{L}+/u.exec(lower)?.[0] ?? '') ?? null
}
