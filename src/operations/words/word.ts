import type { InnerTypes } from "./inner-words.ts"

/**
 * What a member is in short: `"text"`, or `"text?"` where it may be left out; `"sort[]"` is a list of an inner type, `"related{}"` are
 * lists of one by name. The compiler holds each to its type.
 */
type Word<T> = unknown extends T ? "any?" : `${Kind<NonNullable<T>>}${undefined extends T ? "?" : ""}`

type Kind<T> = [T] extends [string]
  ? "text"
  : [T] extends [number]
    ? "number"
    : [T] extends [boolean]
      ? "flag"
      : [T] extends [readonly (infer E)[]]
        ? [E] extends [object]
          ? `${InnerName<E>}[]`
          : "list"
        : [Exclude<T, string>] extends [object]
          ? IsFree<Exclude<T, string>> extends true
            ? FreeKind<T>
            : InnerName<Exclude<T, string>>
          : "any"

/** Whether the names of an object's members are not the operation's to say: values by field, bytes, whatever can be looped over. */
type IsFree<T> = string extends keyof T ? true : typeof Symbol.iterator extends keyof T ? true : false

type FreeKind<T> =
  T extends Readonly<Record<string, readonly (infer E)[]>>
    ? [E] extends [object]
      ? `${InnerName<E>}{}`
      : "members"
    : "members"

/** What an object is called that has these members. */
type InnerName<T> = {
  [N in keyof InnerTypes]: [keyof T, keyof InnerTypes[N]] extends [keyof InnerTypes[N], keyof T] ? N : never
}[keyof InnerTypes]

/** The members of a type, but for those that it says are not there. */
export type WordsOf<T> = {
  readonly [M in keyof T as [NonNullable<T[M]>] extends [never] ? never : M]-?: Word<T[M]>
}
