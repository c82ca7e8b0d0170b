import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** An error of the compiler with its position. */
export interface CompileError {
  /** Line number, starting at 1. */
  readonly line: number
  readonly column: number
  readonly message: string
}

const OPTIONS = {
  target: "es2023",
  lib: ["es2023", "dom"],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

/** Compiles files as a user's project would, with the package's declared types. Returns the errors of `main.ts`. */
export async function compile(files: Readonly<Record<string, string>>): Promise<CompileError[]> {
  await mkdir(`${root}.cache/typed`, { recursive: true })
  const folder = await mkdtemp(`${root}.cache/typed/project-`)
  const paths = Object.fromEntries(
    [
      ["hexarium", "src/index.d.ts"],
      ["hexarium/client", "emulator/client/client.d.ts"],
      ["hexarium/control", "emulator/client/control-client.d.ts"],
      ["hexarium/vitest", "emulator/testing/runners/vitest.d.ts"],
      ["hexarium/jest", "emulator/testing/runners/jest.d.ts"],
      ["hexarium/node-test", "emulator/testing/runners/node-test.d.ts"],
      ["hexarium/playwright", "emulator/testing/runners/playwright.d.ts"],
      ["hexarium/worlds", "emulator/testing/runners/index.d.ts"],
    ].map(([name, path]) => [name, [`${root}dist/types/${path}`]]),
  )
  try {
    const config = { compilerOptions: { ...OPTIONS, paths }, include: ["*.ts"] }
    const project = { "tsconfig.json": JSON.stringify(config), "package.json": '{ "type": "module" }', ...files }
    await Promise.all(Object.entries(project).map(([name, text]) => writeFile(join(folder, name), text)))
    return await runCompiler(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function runCompiler(folder: string): Promise<CompileError[]> {
  return new Promise((resolve, reject) => {
    const args = [`${root}node_modules/typescript/bin/tsc`, "-p", folder, "--pretty", "false"]
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_, out, err) => {
      if (err !== "") return reject(new Error(err))
      const lines = out.split("\n").filter((line) => line !== "" && !line.startsWith(" "))
      const errors = lines.map((line) => /^main\.ts\((\d+),(\d+)\): error (.*)$/.exec(line))
      const strange = lines.filter((_, at) => errors[at] === null)
      if (strange.length > 0) return reject(new Error(strange.join("\n")))
      resolve(
        errors.map((found) => ({ line: Number(found?.[1]), column: Number(found?.[2]), message: found?.[3] ?? "" })),
      )
    })
  })
}
