/**
 * The text without differences of case. As long as the text itself, and each character folds alike wherever it stands, so that
 * what is found in a folded text is found at the same place of the text.
 */
export const foldCase = (text: string): string => text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ")
