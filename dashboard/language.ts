import { storedSignal } from "./kept.ts"

export const LANGUAGES = { en: "English", ja: "日本語" } as const

type Language = keyof typeof LANGUAGES

const own: Language = navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en"

export const language = storedSignal("language", own)

export const isJapanese = (): boolean => language.value === "ja"

/** Returns the language in which to request names. The stored language could be any text. */
export const languageOfNames = (): Language => (language.peek() === "ja" ? "ja" : "en")
