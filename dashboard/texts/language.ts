import { effect } from "@preact/signals"
import { isJapanese } from "../language.ts"

/** Keeps the page's attribute `lang` equal to the selected language. */
export function keepLanguage(): void {
  effect(() => {
    document.documentElement.lang = isJapanese() ? "ja" : "en"
  })
}

type Said = string | ((...values: never[]) => string)

/** Type of a translation: it has the same names as T, and its functions have the same parameters. */
type Other<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] }

type Texts = Readonly<Record<string, Said>>

/** Returns a function that returns the texts in the current language. Components that call it render again when the language changes. */
export function inBoth<T extends Texts>(english: T, japanese: Other<T>): () => Other<T>
export function inBoth(english: Texts, japanese: Texts): () => Texts {
  return () => (isJapanese() ? japanese : english)
}

/** Returns a note in brackets, which are full-width ones in Japanese. */
export const inBrackets = (note: string | number): string => (isJapanese() ? `（${note}）` : `(${note})`)

/** Returns a text with a note in brackets. */
export const withNote = (text: string, note: string | number): string =>
  `${text}${isJapanese() ? "" : " "}${inBrackets(note)}`

/** Formats a number with thousands separators. */
export const count = (number: number): string => number.toLocaleString("en")
