import * as z from 'zod/mini'
import { preparedForAll } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { licenceTypes } from '#contract/licences/licence-type.ts'
import { instant } from '#contract/base/place.ts'

const link = z.object({ name: z.string(), url: z.string() })

/** What the browser must know about the operator's own base map (setting BASEMAP). */
const basemapArchive = z.object({
  /** Names the content of the file: in the address of a tile it allows browsers to keep the tile. */
  version: z.string(),
  minZoom: z.number(),
  maxZoom: z.number(),
  /** West, south, east, north, in degrees: nothing is asked for outside. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})
export type BasemapArchive = z.output<typeof basemapArchive>

/** What the browser must know about the server's settings. One build serves all settings. */
export const productConfig = z
  .object({
    version: z.string(),
    demo: z.boolean(),
    /** The server's time, so that a browser with a wrong clock still asks for the right hours. */
    now: instant,
    blockDevtools: z.boolean(),
    maxDevices: z.number(),
    map: z.object({
      tileUrl: z.string(),
      tileAttribution: z.string(),
      styleUrl: z.nullable(z.string()),
      /** The operator's own base map: it comes before tiles and style of others. */
      archive: z.nullable(basemapArchive),
    }),
    /** The operator has somebody who sends text messages and makes calls. */
    phones: z.boolean(),
    /** The operator has a router that finds the roads of a drawn route. Absent: a server of the version before. */
    router: z.optional(z.boolean()),
    supportMail: z.string(),
    /** What the operator announces to everybody, with its time in words; absent: nothing. */
    announcement: z.optional(z.string()),
    shopUrls: z.record(z.enum(licenceTypes), z.string()),
    /** Where the shop lets people end contracts (§ 312k, § 356a BGB), with the words that the law wants. */
    contractLinks: z.array(link),
    socialLinks: z.array(link),
    operator: z.object({
      name: z.string(),
      street: z.string(),
      city: z.string(),
      phone: z.string(),
      email: z.string(),
      represented: z.string(),
      register: z.string(),
      vatId: z.string(),
    }),
  })
  .check(z.meta({ id: 'ProductConfig' }))
export type ProductConfig = z.output<typeof productConfig>

export const config = {
  read: endpoint('GET', '/api/config', {
    access: 'public',
    limit: preparedForAll,
    summary: 'Was der Browser von den Einstellungen wissen muss.',
    reply: productConfig,
  }),
  time: endpoint('GET', '/api/time', {
    access: 'public',
    limit: preparedForAll,
    summary: 'Die Zeit des Servers.',
    reply: z.object({ now: instant, timeZone: z.string() }),
  }),
}
