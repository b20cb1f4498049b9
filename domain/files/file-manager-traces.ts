const traces = ['.ds_store', 'thumbs.db', 'desktop.ini']

/**
 * Whether an entry of an archive is nobody's file: a folder, or what a file manager adds by itself. macOS puts a file's
 * attributes beside it, as `__MACOSX/tour/._day.gpx`: with its ending, and nothing of its content.
 */
export function isFileManagerTrace(path: string): boolean {
  const parts = path.toLowerCase().split(/[/\\]/)
  const name = parts.at(-1) ?? ''
  return name === '' || name.startsWith('._') || traces.includes(name) || parts.includes('__macosx')
}
