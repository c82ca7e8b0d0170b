/** Folds case and the width of characters, for filters that ignore both. */
export const folded = (text: string): string => text.normalize("NFKC").toLowerCase()
