import type { Plugin } from "esbuild"

export const inlineData: Plugin
