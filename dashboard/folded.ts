/** Folds case and the width of characters, for filters that ignore both. */
export const foldText = (text: string): string => text.normalize("NFKC").toLowerCase()
