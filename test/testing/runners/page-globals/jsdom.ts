import { builtinEnvironments } from "vitest/runtime"

/** Vitest's environment, with files as Node loads an installed package: nothing in them is rewritten for browsers. */
export default { ...builtinEnvironments.jsdom, name: "installed-jsdom", viteEnvironment: "ssr" }
