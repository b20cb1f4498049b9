import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './FileDrop.module.css'

interface FileDropProps {
  /** On the button that opens the system's choice. */
  label: string
  /** The words before it, for users with a pointer. */
  lead: string
  /** Which files are taken. */
  hint: string
  accept: string
  /** What is wrong with the file that was given, and how to put it right; null: nothing. A new one takes the focus. */
  error?: ReactNode
  onFile(file: File): void
}

/** Takes one file: dropped here, or chosen. */
export function FileDrop({ label, lead, hint, accept, error = null, onFile }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isWrong = error !== null
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  const take = (files: FileList | null) => {
    const file = files?.item(0)
    if (file) onFile(file)
  }
  return (
    // For the pointer only: the file input inside does the same for the keyboard.
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <p aria-hidden="true">{lead}</p>
      <label className={styles.choose} htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        accept={accept}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error ${id}-hint` : `${id}-hint`}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file, corrected, must be a change again.
          event.currentTarget.value = ''
        }}
      />
      {isWrong && (
        <div className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </div>
      )}
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
