import type { ComponentChildren } from "preact"
import type { Resource } from "../state/resource.ts"
import { Loading } from "./loading.tsx"
import { Failure } from "./notice.tsx"

/** Shows a resource once it has been read, or the error if reading it failed. */
export function Shown<T>(props: { of: Resource<T>; early?: T | undefined; children: (value: T) => ComponentChildren }) {
  const { of } = props
  // Null is a value; only undefined means that the resource has not been read.
  const value = of.value.value === undefined ? props.early : of.value.value
  const error = of.error.value
  return (
    <>
      {error === undefined ? null : <Failure error={error} retry={() => of.reload()} />}
      {value === undefined ? error === undefined ? <Loading /> : null : props.children(value)}
    </>
  )
}
