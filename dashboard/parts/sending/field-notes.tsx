/** Below a field: why it is refused, and what it means. `id` is the field's, which names both as its description. */
export function FieldNotes(props: {
  readonly id: string
  readonly refused: string | undefined
  readonly description: string
}) {
  const { id, refused, description } = props
  return (
    <>
      {refused === undefined ? null : (
        <span class="field-error" id={`${id}-error`}>
          {refused}
        </span>
      )}
      {description === "" ? null : (
        <span class="hint" id={`${id}-about`}>
          {description}
        </span>
      )}
    </>
  )
}
