import { effect } from "@preact/signals"
import { kept } from "../kept.ts"

export const LANGUAGES = { en: "English", ja: "日本語" } as const

export type Language = keyof typeof LANGUAGES

const own: Language = navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en"

/** The language that was chosen, or the browser's. */
export const language = kept("language", own)

export const isJapanese = (): boolean => language.value === "ja"

/** Keeps the page's own language what it is read in. */
export function keepLanguage(): void {
  effect(() => {
    document.documentElement.lang = isJapanese() ? "ja" : "en"
  })
}

type Said = string | ((...values: never[]) => string)

/** The same texts in another language: the same names, and for what takes values the same ones. */
type Other<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] }

type Texts = Readonly<Record<string, Said>>

/** Texts in both languages: a reading of those that fit the language, which what is drawn with them follows. */
export function inBoth<T extends Texts>(english: T, japanese: Other<T>): () => Other<T>
export function inBoth(english: Texts, japanese: Texts): () => Texts {
  return () => (isJapanese() ? japanese : english)
}

/** A count with its thousands apart. */
export const count = (number: number): string => number.toLocaleString("en")
