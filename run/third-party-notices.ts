import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A package whose code, styles or data are a part of the built app, with the text that its licence requires to be kept. */
export interface Notice {
  name: string
  version: string
  licence: string
  text: string
}

/** Packages that the app does not import, but from which the build takes something, such as outlines and a typeface. */
const takenUnseen = [
  'world-atlas',
  '@fontsource/barlow-semi-condensed',
  // The service worker is a build of its own.
  'workbox-core',
  'workbox-navigation-preload',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
]

/**
 * A Vite plugin: writes the texts that the licences of the bundled packages require to be kept, for people (`lizenzen.html`)
 * and for programs (`lizenzen.txt`). They come from the installed packages. A package without a licence fails the build.
 */
export function thirdPartyNoticesPlugin(root: string): Plugin {
  return {
    name: 'third-party-notices',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle() {
      const folders = new Set([...this.getModuleIds()].flatMap((id) => packageFolderOf(id) ?? []))
      for (const name of takenUnseen) folders.add(join(root, 'node_modules', name))
      const notices = [...folders].map(noticeOf).toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
      this.emitFile({ type: 'asset', fileName: 'lizenzen.txt', source: textOf(notices) })
      this.emitFile({ type: 'asset', fileName: 'lizenzen.html', source: pageOf(notices) })
      const style = readFileSync(new URL('third-party-notices.css', import.meta.url), 'utf8')
      this.emitFile({ type: 'asset', fileName: 'lizenzen.css', source: style })
    },
  }
}

/** The folder of the package that a file of `node_modules` belongs to; null for one of our own. */
export function packageFolderOf(id: string): string | null {
  const path = id.replace(/^\0/, '').split('?', 1)[0] ?? ''
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null
}

/** @throws if the package names no licence. */
export function noticeOf(folder: string): Notice {
  const about: { name?: string; version?: string; license?: string; author?: string | { name?: string } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const { name, version = '', license: licence, author } = about
  if (name === undefined || licence === undefined) {
    throw new Error(`${folder} names no licence: look for its words before it is bundled`)
  }
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)(\.(md|txt))?$/i.test(file))
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const authorName = typeof author === 'string' ? author : author?.name
  const wordless = `Copyright (c) ${authorName ?? name}. The package brings no text of its own: its licence is ${licence}, whose words stand with other packages here.`
  return { name, version, licence, text: texts.length === 0 ? wordless : texts.join('\n\n') }
}

export function textOf(notices: readonly Notice[]): string {
  const one = ({ name, version, licence, text }: Notice) => `${name} ${version} (${licence})\n\n${text}\n`
  return notices.map(one).join(`\n${'-'.repeat(78)}\n\n`)
}

export function pageOf(notices: readonly Notice[]): string {
  const one = ({ name, version, licence, text }: Notice) =>
    `<details><summary>${escape(`${name} ${version} (${licence})`)}</summary><pre>${escape(text)}</pre></details>`
  return [
    '<!doctype html>',
    '<html lang="de">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="stylesheet" href="/lizenzen.css">',
    '<title>Lizenzen der verwendeten Software – Wegwarte</title>',
    '<main>',
    '<h1>Lizenzen der verwendeten Software</h1>',
    '<p>Wegwarte enthält Software und Daten anderer, die unter diesen Bedingungen weitergegeben werden.',
    'Alles in einer Datei: <a href="/lizenzen.txt">lizenzen.txt</a>. <a href="/impressum">Zurück zum Impressum</a></p>',
    ...notices.map(one),
    '</main>',
    '</html>',
    '',
  ].join('\n')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
