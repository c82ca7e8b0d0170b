import type { Plugin } from "esbuild"

/** Puts what modules of plain data export in the place of their code. */
export const inlineData: Plugin
