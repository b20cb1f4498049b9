import { type RefObject, useEffect, useEffectEvent } from 'react'
import { measureLength } from './measure-length.ts'
import { type SheetHeights, type SheetStop, stopAfterDrag } from './sheet-stops.ts'

interface SheetDrag {
  /** What is dragged, and grows. */
  sheet: RefObject<HTMLElement | null>
  /** Where a finger takes hold of it. */
  grip: RefObject<HTMLElement | null>
  onStop(stop: SheetStop): void
  /** Touched without being moved, and not on a button or link. */
  onTap(): void
}

/** This far a finger may slip and still have tapped, in CSS pixels. */
const slipPx = 6
/** While dragged, the sheet follows the finger and not its transition. */
const draggedMark = 'data-dragged'

/** Lets a finger or mouse drag a sheet between its stops. Beside a map, as a panel, it does not move. */
export function useSheetDrag({ sheet, grip, onStop, onTap }: SheetDrag): void {
  const rest = useEffectEvent(onStop)
  const tap = useEffectEvent(onTap)

  useEffect(() => {
    const [moved, held] = [sheet.current, grip.current]
    if (moved === null || held === null) return undefined
    const listening = new AbortController()
    const { signal } = listening
    let drag: Drag | null = null
    let dragged = false

    const take = (event: PointerEvent) => {
      const heights = heightsOf(moved)
      dragged = false
      if (heights === null || event.button !== 0) return
      drag = { heights, from: event.clientY, height: moved.clientHeight, last: event, speed: 0, dragging: false }
    }
    const move = (event: PointerEvent) => {
      if (drag === null || event.pointerId !== drag.last.pointerId) return
      if (!drag.dragging && Math.abs(event.clientY - drag.from) <= slipPx) return
      if (!drag.dragging) {
        drag.dragging = true
        dragged = true
        held.setPointerCapture(event.pointerId)
        moved.setAttribute(draggedMark, '')
      }
      const passedMs = event.timeStamp - drag.last.timeStamp
      if (passedMs > 0) drag.speed = (drag.last.clientY - event.clientY) / passedMs
      drag.last = event
      moved.style.height = `${clamped(heightIn(drag), drag.heights)}px`
    }
    const drop = (event: PointerEvent) => {
      if (drag === null) return
      const dropped = drag
      drag = null
      moved.style.removeProperty('height')
      moved.removeAttribute(draggedMark)
      if (dropped.dragging) return rest(stopAfterDrag(dropped.heights, heightIn(dropped), dropped.speed))
      if (event.type === 'pointerup' && !meetsControl(event.target)) tap()
    }
    // A drag that began on a button does not press it.
    const click = (event: MouseEvent) => {
      if (dragged) event.stopPropagation()
    }
    held.addEventListener('pointerdown', take, { signal })
    held.addEventListener('pointermove', move, { signal })
    held.addEventListener('pointerup', drop, { signal })
    held.addEventListener('pointercancel', drop, { signal })
    held.addEventListener('click', click, { signal, capture: true })
    return () => listening.abort()
  }, [sheet, grip])
}

interface Drag {
  heights: SheetHeights
  /** Where the finger was set down, and how high the sheet was then. */
  from: number
  height: number
  last: PointerEvent
  /** Upwards, in CSS pixels a millisecond. */
  speed: number
  dragging: boolean
}

const heightIn = ({ height, from, last }: Drag) => height + from - last.clientY

function clamped(height: number, { peek, full }: SheetHeights): number {
  return Math.min(full, Math.max(peek, height))
}

/** As the style sheet says; null: it is a panel. */
function heightsOf(sheet: HTMLElement): SheetHeights | null {
  if (getComputedStyle(sheet).position !== 'absolute') return null
  const height = (stop: SheetStop) => measureLength(sheet, `var(--sheet-${stop})`)
  return { peek: height('peek'), half: height('half'), full: height('full') }
}

function meetsControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, input, select, label') !== null
}
