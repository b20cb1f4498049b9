import type { IControl } from 'maplibre-gl'
import { chooseHighContrast, isHighContrast, onHighContrast } from './high-contrast.ts'
import { highContrastIcon } from './high-contrast-icon.ts'
import { mapTexts } from '#web/map/canvas/texts.ts'

/** A button on the map: strong contrasts for bright sunlight, and back. */
export function createHighContrastControl(): IControl {
  const group = document.createElement('div')
  group.className = 'maplibregl-ctrl maplibregl-ctrl-group'
  const button = document.createElement('button')
  button.type = 'button'
  button.title = mapTexts.highContrast
  button.setAttribute('aria-label', mapTexts.highContrast)
  button.append(drawSun())
  button.addEventListener('click', () => chooseHighContrast(!isHighContrast()))
  group.append(button)
  const show = () => button.setAttribute('aria-pressed', String(isHighContrast()))
  let stop = () => {}
  return {
    onAdd() {
      show()
      stop = onHighContrast(show)
      return group
    },
    onRemove() {
      stop()
      group.remove()
    },
  }
}

function drawSun(): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const picture = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', highContrastIcon)
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '22',
    height: '22',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'aria-hidden': 'true',
  })) {
    picture.setAttribute(name, value)
  }
  picture.append(path)
  return picture
}
