interface FactProps {
  name: string
  value: string
  className: string | undefined
}

/** A name and its value, in a list of them. */
export function Definition({ name, value, className }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
