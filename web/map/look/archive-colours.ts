import { type Flavor, namedFlavor } from '@protomaps/basemaps'
import { drawnColours } from '#web/map/pictures/drawn-background.ts'
import type { MapTheme } from './map-theme.ts'

const { light, dark, sun } = drawnColours

/** Roads are what a rider looks for: they stand out, the main ones in the warm colours of road maps; houses stay quiet. */
export const archiveColours: Record<MapTheme, Flavor> = {
  light: flavorWith(namedFlavor('light'), {
    earth: light.land,
    water: light.water,
    ...everyRoad({
      path: '#dedac9',
      minor: '#ffffff',
      major: '#fff3c4',
      highway: '#f7c873',
      casing: '#c9c6b8',
      tunnel: '#e8e5d8',
    }),
    ...everyCover({ field: '#ecefdf', wood: '#d6e4c8', grass: '#e4ecd6', bare: '#eeece4' }),
    buildings: '#e2e0d6',
    park_a: '#dfe9d3',
    park_b: '#cfe0bd',
    wood_a: '#d6e4c8',
    wood_b: '#c2d8b0',
    scrub_a: '#e0e8d2',
    scrub_b: '#d3dfbf',
    industrial: '#e6e4df',
    school: '#ece6d8',
    hospital: '#f1e2e0',
    pedestrian: '#eceae0',
    boundaries: '#8b8795',
    ...everyLabel({ name: '#2f3640', minor: '#5a626c', halo: '#ffffff', water: '#3f6a85' }),
  }),
  dark: flavorWith(namedFlavor('dark'), {
    earth: dark.land,
    water: '#15222c',
    ...everyRoad({
      path: '#313840',
      minor: '#39414a',
      major: '#5a5c55',
      highway: '#8a6f3d',
      casing: '#171b20',
      tunnel: '#2c333b',
    }),
    ...everyCover({ field: '#1e2628', wood: '#1c2a24', grass: '#1f2926', bare: '#232930' }),
    buildings: '#262d35',
    park_a: '#1e2b26',
    park_b: '#20302a',
    wood_a: '#1c2a24',
    wood_b: '#1e2f27',
    scrub_a: '#1f2924',
    scrub_b: '#202c26',
    industrial: '#222830',
    school: '#232a31',
    hospital: '#2a2629',
    pedestrian: '#242b32',
    aerodrome: '#222930',
    zoo: '#1e2b28',
    military: '#232830',
    sand: '#27292a',
    beach: '#2a2a27',
    runway: '#333b44',
    railway: '#4a535d',
    boundaries: '#6d7683',
    ...everyLabel({ name: '#dfe4e8', minor: '#a3acb6', halo: '#14181d', water: '#7ea6bd' }),
  }),
  sun: flavorWith(namedFlavor('white'), {
    earth: sun.land,
    water: '#8cc8f2',
    ...everyRoad({
      path: '#80868d',
      minor: '#ffffff',
      major: '#ffe14d',
      highway: '#ff9d00',
      casing: '#1d1d1d',
      tunnel: '#dcdcdc',
    }),
    ...everyCover({ field: '#ffffff', wood: '#cfeab8', grass: '#eef8e6', bare: '#f4f4f4' }),
    buildings: '#e4e4e4',
    park_a: '#cfeab8',
    park_b: '#b9e09a',
    wood_a: '#bfe3a6',
    wood_b: '#a4d585',
    boundaries: '#3a3a3a',
    railway: '#555555',
    ...everyLabel({ name: '#000000', minor: '#000000', halo: '#ffffff', water: '#00396b' }),
  }),
}

/** Without Protomaps' symbols, which are pictures from elsewhere. */
function flavorWith({ pois: _, ...flavor }: Flavor, changes: Partial<Flavor>): Flavor {
  return { ...flavor, ...changes }
}

interface RoadColours {
  /** Of paths and tracks, which have no edges. */
  path: string
  minor: string
  major: string
  highway: string
  casing: string
  tunnel: string
}

function everyRoad({ path, minor, major, highway, casing, tunnel }: RoadColours): Partial<Flavor> {
  return {
    other: path,
    minor_service: minor,
    minor_a: minor,
    minor_b: minor,
    link: major,
    major,
    highway,
    bridges_other: path,
    bridges_minor: minor,
    bridges_link: major,
    bridges_major: major,
    bridges_highway: highway,
    tunnel_other: tunnel,
    tunnel_minor: tunnel,
    tunnel_link: tunnel,
    tunnel_major: tunnel,
    tunnel_highway: tunnel,
    minor_service_casing: casing,
    minor_casing: casing,
    link_casing: casing,
    major_casing_early: casing,
    major_casing_late: casing,
    highway_casing_early: casing,
    highway_casing_late: casing,
    bridges_other_casing: casing,
    bridges_minor_casing: casing,
    bridges_link_casing: casing,
    bridges_major_casing: casing,
    bridges_highway_casing: casing,
    tunnel_other_casing: casing,
    tunnel_minor_casing: casing,
    tunnel_link_casing: casing,
    tunnel_major_casing: casing,
    tunnel_highway_casing: casing,
  }
}

interface LabelColours {
  name: string
  minor: string
  halo: string
  water: string
}

function everyLabel({ name, minor, halo, water }: LabelColours): Partial<Flavor> {
  return {
    city_label: name,
    city_label_halo: halo,
    subplace_label: minor,
    subplace_label_halo: halo,
    state_label: minor,
    state_label_halo: halo,
    country_label: minor,
    roads_label_major: name,
    roads_label_major_halo: halo,
    roads_label_minor: minor,
    roads_label_minor_halo: halo,
    address_label: minor,
    address_label_halo: halo,
    ocean_label: water,
  }
}

interface CoverColours {
  field: string
  wood: string
  grass: string
  bare: string
}

/** Seen from far, where no single wood is drawn. */
function everyCover({ field, wood, grass, bare }: CoverColours): Partial<Flavor> {
  return {
    landcover: {
      farmland: field,
      urban_area: bare,
      barren: bare,
      glacier: bare,
      forest: wood,
      grassland: grass,
      scrub: grass,
    },
  }
}
