import type { Popup } from 'maplibre-gl'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Place } from '#contract/base/place.ts'
import { useMap } from '#web/map/canvas/map-context.ts'
import { mapTexts } from '#web/map/canvas/texts.ts'
import styles from './MapPopup.module.css'
import { CloseButton } from '#web/ui/controls/CloseButton.tsx'

interface MapPopupProps {
  place: Place
  title: ReactNode
  /** Pixels between the place and the tip. */
  distancePx?: number
  onClose(): void
  children: ReactNode
}

const widestPx = 320
const marginPx = 12

/**
 * A small dialogue at a place of the map. It takes the focus when it opens, closes on Escape, and gives the focus back to
 * what had it before.
 */
export function MapPopup({ place, title, distancePx = 20, onClose, children }: MapPopupProps) {
  const { map, maplibre } = useMap()
  const [content, setContent] = useState<HTMLElement | null>(null)
  const popup = useRef<Popup>(null)
  const titleId = useId()
  const { latitude, longitude } = place

  const openAtPlace = useEffectEvent((opened: Popup) => opened.setLngLat([longitude, latitude]).addTo(map))

  useEffect(() => {
    const element = document.createElement('div')
    const opened = new maplibre.Popup({
      // Closed by our own button, in words and of a finger's size.
      closeButton: false,
      closeOnClick: false,
      focusAfterOpen: false,
      maxWidth: `${Math.min(widestPx, map.getContainer().clientWidth - 2 * marginPx)}px`,
      className: styles.popup ?? '',
      offset: distancePx,
    })
    // In the document before its content: an element outside the document cannot take the focus.
    openAtPlace(opened.setDOMContent(element))
    popup.current = opened
    setContent(element)
    return () => {
      popup.current = null
      opened.remove()
    }
  }, [map, maplibre, distancePx])

  useEffect(() => {
    // Also informs the popup that its content has come, and with it its size.
    popup.current?.setLngLat([longitude, latitude])
  }, [content, latitude, longitude])

  if (content === null) return null
  return createPortal(
    <PopupDialogue titleId={titleId} title={title} onClose={onClose} key={`${latitude} ${longitude}`}>
      {children}
    </PopupDialogue>,
    content,
  )
}

interface PopupDialogueProps {
  titleId: string
  title: ReactNode
  onClose(): void
  children: ReactNode
}

function PopupDialogue({ titleId, title, onClose, children }: PopupDialogueProps) {
  const dialogue = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const before = document.activeElement
    dialogue.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  return (
    <div
      ref={dialogue}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles.dialogue}
      onKeyDown={closeOnEscape}
    >
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {title}
        </h3>
        <CloseButton label={mapTexts.closePopup} onClick={onClose} />
      </div>
      {children}
    </div>
  )
}
