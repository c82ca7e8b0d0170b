/** What a member is in short: `"text"`, or `"text?"` where it may be left out. The compiler holds each to its type. */
type Word<T> = unknown extends T ? "any?" : `${Kind<NonNullable<T>>}${undefined extends T ? "?" : ""}`

type Kind<T> = [T] extends [string]
  ? "text"
  : [T] extends [number]
    ? "number"
    : [T] extends [boolean]
      ? "flag"
      : [T] extends [readonly unknown[]]
        ? "list"
        : [T] extends [object]
          ? "members"
          : "any"

/** The members of a type, but for those that it says are not there. */
export type WordsOf<T> = {
  readonly [M in keyof T as [NonNullable<T[M]>] extends [never] ? never : M]-?: Word<T[M]>
}
