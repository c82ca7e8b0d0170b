import { builtinEnvironments } from "vitest/runtime"

/** Vitest's environment, with files as Node loads an installed package: nothing in them is rewritten for browsers. */
export default { ...builtinEnvironments["happy-dom"], name: "installed-happy-dom", viteEnvironment: "ssr" }
