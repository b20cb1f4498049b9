import { type PoiType, poiTypes } from '#contract/pois.ts'

/** What a device shows for each type: short enough for its list, and a file's name without umlauts. */
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

/** The first word of names in files of others. */
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

/** What a name of ours, or a word that others use, says about the kind; null where it says nothing. */
export function kindOfName(name: string): PoiType | null {
  const lower = name.toLowerCase()
  return typeByName.get(lower) ?? typeByWord.get(/^\p{L}+/u.exec(lower)?.[0] ?? '') ?? null
}
