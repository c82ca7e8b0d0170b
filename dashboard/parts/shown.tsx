import type { ComponentChildren } from "preact"
import type { Resource } from "../state/resource.ts"
import { shellTexts } from "../texts/shell.ts"
import { Failure } from "./notice.tsx"

/** What a resource holds, once it is there; why it is not, where reading it failed. */
export function Shown<T>(props: { of: Resource<T>; children: (value: T) => ComponentChildren }) {
  const { of } = props
  const value = of.value.value
  const error = of.error.value
  return (
    <>
      {error === undefined ? null : <Failure error={error} retry={() => of.reload()} />}
      {value === undefined ? (
        error === undefined ? (
          <p class="loading" role="status">
            {shellTexts().loading}
          </p>
        ) : null
      ) : (
        props.children(value)
      )}
    </>
  )
}
