import { type DragEvent, useId, useState } from 'react'
import styles from '#web/kit/FileDrop.module.css'

interface FileDropProps {
  /** On the button that opens the system's choice. */
  label: string
  /** Before it, for those with a pointer. */
  lead: string
  /** Which files are taken. */
  hint: string
  accept: string
  onFile(file: File): void
}

/** Takes one file: dropped here, or chosen. */
export function FileDrop({ label, lead, hint, accept, onFile }: FileDropProps) {
  const id = useId()
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
        id={id}
        className="visually-hidden"
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file, corrected, must be a change again.
          event.currentTarget.value = ''
        }}
      />
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
