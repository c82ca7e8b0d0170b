import { Sections } from "../sections.tsx"

/** Shows the error and the explanation below a field. The field with this `id` refers to them by `aria-describedby`. */
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
          <Sections text={description} />
        </span>
      )}
    </>
  )
}
