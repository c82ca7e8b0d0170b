/** The refusal and the explanation below a field. Both describe the field with this `id`. */
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
