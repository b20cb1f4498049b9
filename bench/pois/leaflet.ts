import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Place } from '#contract/base/place.ts'

const files = {
  '/leaflet.js': [import.meta.resolve('leaflet/dist/leaflet.js'), 'text/javascript'],
  '/leaflet.css': [import.meta.resolve('leaflet/dist/leaflet.css'), 'text/css'],
  '/cluster.js': [import.meta.resolve('leaflet.markercluster/dist/leaflet.markercluster.js'), 'text/javascript'],
  '/cluster.css': [import.meta.resolve('leaflet.markercluster/dist/MarkerCluster.Default.css'), 'text/css'],
} as const

/** A page as most sites make it: Leaflet, clusters made in the browser, all markers in one file. */
export async function serveLeaflet(places: readonly Place[], tileUrl: string) {
  const markers = JSON.stringify(places.map(({ latitude, longitude }) => [latitude, longitude]))
  const server = createServer(({ url = '/' }, response) => {
    const file = Object.entries(files).find(([path]) => path === url)?.[1]
    if (url === '/markers.json') response.setHeader('content-type', 'application/json').end(markers)
    else if (file === undefined) response.setHeader('content-type', 'text/html').end(pageOf(tileUrl))
    else response.setHeader('content-type', file[1]).end(readFileSync(new URL(file[0])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

function pageOf(tileUrl: string): string {
  return `<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/leaflet.css">
<link rel="stylesheet" href="/cluster.css"><style>html,body,#map{height:100%;margin:0}</style><div id="map"></div>
<script src="/leaflet.js"></script><script src="/cluster.js"></script><script>
const map = L.map('map').setView([49.0069, 8.4037], 10)
L.tileLayer(${JSON.stringify(tileUrl)}).addTo(map)
const clusters = L.markerClusterGroup({ chunkedLoading: true })
fetch('/markers.json').then((answer) => answer.json()).then((places) => {
  clusters.addLayers(places.map((place) => L.marker(place)))
  map.addLayer(clusters)
})
</script>`
}
