import { type ReactNode, useEffect, useRef } from 'react'
import styles from '#web/app/offline/Bar.module.css'

/** The bars, which stay below the header. Screens that fill the window leave them room (`--bars-height`). */
export function Bars({ children }: { children: ReactNode }) {
  const bars = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--bars-height', `${entry?.contentRect.height ?? 0}px`)
    })
    if (bars.current !== null) observer.observe(bars.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--bars-height')
    }
  }, [])
  return (
    <div ref={bars} className={styles.bars}>
      {children}
    </div>
  )
}
