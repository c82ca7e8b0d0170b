import { existsSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import type { CliCommand } from "../../emulator/cli/command.ts"
import { COMMANDS, run } from "../../emulator/cli/index.ts"
import { EXIT } from "../../emulator/cli/io.ts"
import { blocksOf, PAGES, ROOT, textOf } from "./blocks.ts"

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as { scripts: Record<string, string> }

/** Scripts of the reader's project. */
const READERS = ["e2e", "test"]

/** Splits a shell line into simple commands and words. Supports only the syntax on the pages. */
function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]]
  for (const [word] of line.matchAll(
    /"(?:\\.|[^"\\])*"|'[^']*'|&&|\|\||[|;&]|>\s*\S+|<\(.*\)|#.*|(?:[^\s"'|;&#>]|(?<=\S)#)+/g,
  )) {
    if (word.startsWith("#")) break
    if (word.startsWith(">") || word.startsWith("<(")) continue
    if (/^(?:&&|\|\||[|;&])$/.test(word)) commands.push([])
    else commands.at(-1)?.push(word.replace(/^(["'])([\s\S]*)\1$/, "$2"))
  }
  return commands.filter((words) => words.length > 0)
}

interface Line {
  readonly at: string
  readonly words: readonly string[]
}

/** Every simple command on the pages, including the steps of workflows. */
const LINES: readonly Line[] = blocksOf("sh", "bash", "yaml").flatMap(({ at, code, lang }) => {
  const joined = code.replaceAll(/\\\n\s*/g, " ").split("\n")
  const lines = lang === "yaml" ? joined.flatMap((line) => /\brun: (?!\|)(.*)$/.exec(line)?.[1] ?? []) : joined
  return lines.flatMap(commandsOf).map((words) => ({ at, words: words.filter((word) => !/^[A-Z_]+=/.test(word)) }))
})

/** Arguments of Hexarium's command line. Undefined for another program. */
function argumentsOf([first, ...rest]: readonly string[]): readonly string[] | undefined {
  if (first === "hexarium") return rest
  if (first === "npx" && rest[0] === "hexarium") return rest.slice(1)
  const [start, ...flags] = rest.filter((word) => word !== "--silent")
  return first === "npm" && start === "start" ? ["start", ...flags.filter((word) => word !== "--")] : undefined
}

/** The real commands without any effect. */
const idle = (commands: readonly CliCommand[]): CliCommand[] =>
  commands.map((command) => ({
    ...command,
    ...(command.commands === undefined ? {} : { commands: idle(command.commands) }),
    ...(command.run === undefined ? {} : { run: async () => EXIT.ok }),
  }))

/** The command line's message about the arguments. Undefined if it accepts them. */
async function complaintAbout(args: readonly string[]): Promise<string> {
  let said = ""
  const err = (text: string) => {
    said += text
  }
  const io = { out: () => {}, err, waiting: () => 0, stopWaiting: () => {}, env: {} }
  return (await run(args, io, idle(COMMANDS))) === EXIT.ok ? "" : said
}

/** Commands that would take the package from npm's registry. */
const registryInstalls = (text: string): string[] => [
  ...(text.match(/\b(?:npm (?:install|i|add)|yarn add|pnpm add|bun add)\b[^`\n]* hexarium(?:@\S+)?(?=[\s`]|$)/gm) ??
    []),
  ...(text.match(/dependencies\.hexarium=(?!file:)\S+/gi) ?? []),
]

describe("lines for a shell in the documents", () => {
  const own = LINES.flatMap(({ at, words }) => {
    const args = argumentsOf(words)
    return args === undefined ? [] : [{ at, args }]
  })

  test("name commands and flags that there are", async () => {
    expect(own.length).toBeGreaterThan(30)
    const complaints = await Promise.all(own.map(async ({ at, args }) => [at, await complaintAbout(args)]))
    expect(complaints.filter(([, complaint]) => complaint !== "")).toEqual([])
  })

  test("are refused when they don't", async () => {
    for (const line of ["hexarium strat", "npx hexarium start --prot 1", "npm start -- my.yaml --clock fast"]) {
      const [words = []] = commandsOf(line)
      expect(await complaintAbout(argumentsOf(words) ?? [])).not.toBe("")
    }
  })

  test("install the packed file, because the package is not in npm's registry", () => {
    expect(PAGES.flatMap((page) => registryInstalls(textOf(page)).map((line) => `${page}: ${line}`))).toEqual([])
    expect(registryInstalls("Run `npm install --save-dev hexarium`.\nnpm i vitest hexarium@latest")).toHaveLength(2)
    expect(registryInstalls("npm pkg set devDependencies.hexarium=latest && npm install")).toHaveLength(1)
    expect(registryInstalls("npm install --save-dev ./hexarium-0.1.0.tgz vitest")).toEqual([])
  })

  test("name scripts of this project and files of it", () => {
    const missing = LINES.filter(({ words: [first = "", second = "", third = ""] }) => {
      if (first === "npm" && second === "run") return !(third in scripts) && !READERS.includes(third)
      return first === "node" && /^[\w/-]+\.mjs$/.test(second) && !existsSync(ROOT + second)
    })
    expect(missing).toEqual([])
  })
})
