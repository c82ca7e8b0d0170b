import { effect } from "@preact/signals"
import { storedSignal } from "../kept.ts"

export const LANGUAGES = { en: "English", ja: "日本語" } as const

export type Language = keyof typeof LANGUAGES

const own: Language = navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en"

export const language = storedSignal("language", own)

export const isJapanese = (): boolean => language.value === "ja"

/** Sets the page's `lang` to the shown language. */
export function keepLanguage(): void {
  effect(() => {
    document.documentElement.lang = isJapanese() ? "ja" : "en"
  })
}

type Said = string | ((...values: never[]) => string)

/** The same names; functions take the same values. */
type Other<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] }

type Texts = Readonly<Record<string, Said>>

/** Returns a function that reads the texts of the current language, reactively. */
export function inBoth<T extends Texts>(english: T, japanese: Other<T>): () => Other<T>
export function inBoth(english: Texts, japanese: Texts): () => Texts {
  return () => (isJapanese() ? japanese : english)
}

/** A count with separated thousands. */
export const count = (number: number): string => number.toLocaleString("en")
