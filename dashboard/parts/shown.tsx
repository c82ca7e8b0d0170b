import type { ComponentChildren } from "preact"
import type { Resource } from "../state/resource.ts"
import { Loading } from "./loading.tsx"
import { Failure } from "./notice.tsx"

/** What a resource holds, once it is there; why it is not, where reading it failed. */
export function Shown<T>(props: {
  of: Resource<T>
  /** Shown until it is there. */
  early?: T | undefined
  children: (value: T) => ComponentChildren
}) {
  const { of } = props
  // Null is a value: that there is none.
  const value = of.value.value === undefined ? props.early : of.value.value
  const error = of.error.value
  return (
    <>
      {error === undefined ? null : <Failure error={error} retry={() => of.reload()} />}
      {value === undefined ? error === undefined ? <Loading /> : null : props.children(value)}
    </>
  )
}
