// After Vite: the landing page's HTML is written into the page for `/`, and everything is compressed for good.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const web = 'dist/web'
const mount = '<div id="root"></div>'

const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'))
const built = readFileSync(join(web, 'index.html'), 'utf8')
if (!built.includes(mount)) throw new Error(`index.html has no ${mount}`)
const page = inOrder(built)

const { renderLanding, renderOnItsWay, screenComponents } = await import('../dist/prerender/prerender.js')
// The page of every other address shows what is shown while a screen is on its way. Calls are needed from the start.
const everywhere = ['web/api/calls/first-calls.ts']
const onItsWay = renderOnItsWay()
const manifestLink = '<link rel="manifest" href="/manifest.webmanifest" />'
if (!page.includes(manifestLink)) throw new Error(`index.html has no ${manifestLink}`)
writeFileSync(
  join(web, 'app.html'),
  page
    .replace(manifestLink, '')
    .replace(mount, () => `<div id="root">${onItsWay}</div>`)
    .replace('</head>', `${links(filesOf(everywhere)).join('')}</head>`),
)
// What the screen at an address consists of, for the head of its page (server/http/static-files.ts).
const ofScreens = Object.entries(await screenComponents()).map(([path, { component, modules, namesManifest }]) => [
  path,
  [
    ...(namesManifest ? [manifestLink] : []),
    ...links(filesOf([...modules, moduleOf(component)], filesOf(everywhere))),
  ].join(''),
])
// The map's library is larger than all else together: a file that it shares with a screen would be a mistake of the build.
const library = chunkOf('maplibre-gl')
const loading = [['/', page], ...ofScreens].filter(([, head]) => head.includes(library)).map(([path]) => path)
if (loading.length > 0) throw new Error(`A first visit loads the map’s library: ${loading.join(', ')}`)
writeFileSync(join(web, '.vite/screens.json'), JSON.stringify(Object.fromEntries(ofScreens)))
const landing = await renderLanding()
writeFileSync(
  join(web, 'index.html'),
  page.replace(mount, () => `<div id="root">${landing}</div>`).replace('</head>', `${styles()}</head>`),
)

for (const entry of readdirSync(web, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|html|svg|json|txt|webmanifest)$/.test(entry.name)) continue
  const file = join(entry.parentPath, entry.name)
  const content = readFileSync(file)
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${file}.br`, brotliCompressSync(content, options))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}

/** The files of modules and of all that they import, but for those that the page or `others` name already. */
function filesOf(modules, others = []) {
  const files = new Set()
  const visited = new Set()
  const collect = (key) => {
    if (visited.has(key)) return
    visited.add(key)
    const { file, css = [], imports = [] } = manifest[key]
    for (const each of [...css, file]) if (!page.includes(each) && !others.includes(each)) files.add(each)
    imports.forEach(collect)
  }
  modules.forEach(collect)
  return [...files].toSorted((one, other) => sizeOf(other) - sizeOf(one))
}

function sizeOf(file) {
  return statSync(join(web, file)).size
}

/**
 * What is painted first needs styles and the font of the signs. Scripts come after them, the largest first: the app begins when
 * the last one has arrived.
 */
function inOrder(html) {
  const scripts = [...html.matchAll(/ *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n?/g)]
  const [start] = html.match(/ *<link rel="stylesheet"[^>]*>\n?/)
  const sizeOfTag = (tag) => sizeOf(/"\/(assets\/[^"]+)"/.exec(tag)[1])
  const tags = scripts.map(([tag]) => tag)
  const ordered = tags.toSorted((one, other) => sizeOfTag(other) - sizeOfTag(one))
  const lowered = ordered.map((tag) => tag.replace(/type="module"|rel="modulepreload"/, '$& fetchpriority="low"'))
  const rest = tags.reduce((text, tag) => text.replace(tag, ''), html)
  return rest.replace(start, () => `${fonts()}${start}${lowered.join('')}`)
}

/** Has files fetched with the page. Styles are applied by who imports them. */
function links(files) {
  return files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="/${file}">`
      : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
  )
}

function fonts() {
  const first = ['index.html', ...manifest['index.html'].imports]
  const files = first.flatMap((key) => manifest[key].assets ?? []).filter((file) => file.endsWith('.woff2'))
  if (files.length === 0) throw new Error('The first page has no font')
  return files.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`).join('')
}

/** The file of a group of modules (vite.config.ts). */
function chunkOf(name) {
  const chunks = Object.values(manifest).filter((chunk) => chunk.name === name)
  if (chunks.length !== 1) throw new Error(`${name} has ${chunks.length} files`)
  return chunks[0].file
}

/** The module of a screen, which has its component's name. */
function moduleOf(component) {
  const modules = Object.keys(manifest).filter((key) => key.endsWith(`/${component}.tsx`))
  if (modules.length !== 1) throw new Error(`${component} has ${modules.length} modules that are loaded on their own`)
  return modules[0]
}

/** Style sheets that the landing page's code would load later. Without them the prerendered page would change its layout. */
function styles() {
  const used = [...landing.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names.split(' '))
  // Only class names made by CSS modules belong to one sheet.
  const own = used.filter((name) => name.startsWith('_'))
  const sheets = readdirSync(join(web, 'assets')).filter((name) => name.endsWith('.css') && !page.includes(name))
  const needed = sheets.filter((name) => {
    const content = readFileSync(join(web, 'assets', name), 'utf8')
    return own.some((selector) => content.includes(`.${selector}`))
  })
  return needed.map((name) => `<link rel="stylesheet" href="/assets/${name}">`).join('')
}
