import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

export async function importConfig(file: string): Promise<unknown> {
  const module: unknown = /\.m?ts$/.test(file) ? await importTyped(file) : await import(pathToFileURL(file).href)
  const made: unknown = typeof module === "object" && module !== null ? Reflect.get(module, "default") : undefined
  if (made === undefined) throw new Error("expected a default export such as export default { port: 8080 }")
  return typeof made === "function" ? await made() : made
}

/** Imports a TypeScript config. Node 22.18 and newer strip types; older versions need the project's compiler. */
async function importTyped(file: string): Promise<unknown> {
  if (Reflect.get(process.features, "typescript")) return import(pathToFileURL(file).href)
  const code = withoutTypes(file)
  if (code === undefined) {
    throw new Error(
      `Node ${process.versions.node} can't read TypeScript; use hexarium.config.mjs or .json, install esbuild, or use Node 22.18`,
    )
  }
  // Writes the compiled config beside the original, so that its relative imports work.
  const beside = `${file}.${process.pid}.mjs`
  writeFileSync(beside, code, { flag: "wx" })
  try {
    return await import(pathToFileURL(beside).href)
  } finally {
    rmSync(beside, { force: true })
  }
}

interface Transformer {
  transformSync?(code: string, options: { loader: "ts"; format: "esm" }): { readonly code: string }
  transpileModule?(
    code: string,
    options: { compilerOptions: { module: number; target: number } },
  ): {
    readonly outputText: string
  }
}

function withoutTypes(file: string): string | undefined {
  const require = createRequire(file)
  const find = (name: string): Transformer | undefined => {
    try {
      return require(name)
    } catch {
      return undefined
    }
  }
  const code = readFileSync(file, "utf8")
  const bundled = find("esbuild")?.transformSync?.(code, { loader: "ts", format: "esm" })
  if (bundled !== undefined) return bundled.code
  const ESNEXT = 99
  return find("typescript")?.transpileModule?.(code, { compilerOptions: { module: ESNEXT, target: ESNEXT } }).outputText
}
