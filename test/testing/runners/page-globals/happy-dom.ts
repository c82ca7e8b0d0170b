import { builtinEnvironments } from "vitest/runtime"

/** Vitest's environment under another name. Files are loaded like an installed package in Node, without rewriting for browsers. */
export default { ...builtinEnvironments["happy-dom"], name: "installed-happy-dom", viteEnvironment: "ssr" }
