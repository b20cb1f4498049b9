// After Vite: the landing page's HTML is written into the page for `/`, and everything is compressed for good.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const web = 'dist/web'
const mount = '<div id="root"></div>'

// The page of every other address stays empty until the app has drawn it.
copyFileSync(join(web, 'index.html'), join(web, 'app.html'))
const { renderLanding } = await import('../dist/prerender/prerender.js')
const page = readFileSync(join(web, 'index.html'), 'utf8')
if (!page.includes(mount)) throw new Error(`index.html has no ${mount}`)
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

/** Style sheets of the landing page that its code would load later: without them the prerendered page would jump. */
function styles() {
  const used = [...landing.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names.split(' '))
  // Only names that CSS modules made are one sheet's own.
  const own = used.filter((name) => name.startsWith('_'))
  const sheets = readdirSync(join(web, 'assets')).filter((name) => name.endsWith('.css') && !page.includes(name))
  const needed = sheets.filter((name) => {
    const content = readFileSync(join(web, 'assets', name), 'utf8')
    return own.some((selector) => content.includes(`.${selector}`))
  })
  return needed.map((name) => `<link rel="stylesheet" href="/assets/${name}">`).join('')
}
