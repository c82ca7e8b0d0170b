import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { stripVTControlCharacters } from "node:util"

const HX = createRequire(import.meta.url).resolve("hexabase-cli/bin/run")

/** A command is ended if it neither ends nor asks the expected question within this time. */
const PATIENCE_MS = 120_000

/** A question, as a part of its text, and the keys that answer it, or a function that finds the keys from the output. */
export type Answer = readonly [asked: string, keys: Keys | ((shown: string) => Keys)]
type Keys = readonly string[]

const ENTER = "\r"
const DOWN_KEY = "\u001b[B"
const TAB = "\t"

/** Accepts the suggested value. */
export const accept: Keys = [ENTER]

/** Types a text into an input, instead of the suggested text. */
export const type = (text: string): Keys => [text, ENTER]

/** Fills a form, starting with its first field. */
export const fill = (...texts: readonly string[]): Keys => [...texts.flatMap((text) => [text, TAB]).slice(0, -1), ENTER]

/** Chooses the list entry that begins with the text. */
export const choose =
  (text: string) =>
  (shown: string): Keys => {
    const entries = shown
      .split("\n")
      .slice(1)
      .map((line) => line.replace(/^[❯▸\s]+/, ""))
      .filter((line) => line !== "")
    const place = entries.findIndex((entry) => entry === text || entry.startsWith(`${text} `))
    if (place < 0) throw new Error(`no entry ${text} among ${entries.join(" | ")}`)
    return [...Array<string>(place).fill(DOWN_KEY), ENTER]
  }

export interface Ended {
  readonly code: number | null
  /** Plain text of all output, including prompts. */
  readonly shown: string
  /** Standard error of the command. */
  readonly told: string
}

export interface Running {
  /** Resolves when the output contains the text. */
  shows(text: string): Promise<void>
  interrupt(): Promise<Ended>
}

/** Login data in hx's configuration. */
export interface Login {
  readonly url: string
  readonly token: string
  readonly userId?: string
}

/** A user at a terminal, with a home and a working directory in which hx runs. */
export class Terminal {
  readonly #home = mkdtempSync(join(tmpdir(), "hexarium-hx-"))
  /** The working directory of the commands. */
  readonly folder = join(this.#home, "work")

  constructor() {
    mkdirSync(this.folder)
  }

  /** Writes the configuration that `contexts:set` and `login` would write. */
  configure({ url, token, userId = "" }: Login): void {
    const folder = join(this.#home, "hexabase-cli-nodejs")
    mkdirSync(folder, { recursive: true })
    const contexts = { demo: { server: url, sse: url } }
    const config = { contexts, "current-context": "demo", hexabase: { demo: { token, user_id: userId } } }
    writeFileSync(join(folder, "config.json"), JSON.stringify(config))
  }

  /** Runs a command to its end and answers its questions in order. Rejects if the questions differ from the expected ones. */
  async hx(args: readonly string[], answers: readonly Answer[] = []): Promise<Ended> {
    const command = this.#begin(args)
    let from = 0
    for (const [asked, keys] of answers) {
      from = (await command.until(asked, from)) + asked.length
      const shown = command.text().slice(from)
      for (const key of typeof keys === "function" ? keys(shown) : keys) await command.press(key)
    }
    return command.ended()
  }

  /** Starts a command that runs until it is interrupted. */
  start(args: readonly string[]): Running {
    const command = this.#begin(args)
    return {
      shows: async (text) => void (await command.until(text, 0)),
      interrupt: () => {
        command.interrupt()
        return command.ended()
      },
    }
  }

  close(): void {
    rmSync(this.#home, { recursive: true, force: true })
  }

  #begin(args: readonly string[]): Command {
    return new Command(args, this.folder, {
      PATH: process.env.PATH,
      HOME: this.#home,
      XDG_CONFIG_HOME: this.#home,
      XDG_CACHE_HOME: this.#home,
      XDG_DATA_HOME: this.#home,
    })
  }
}

/** A process of hx. Prompts are answered through its standard input as soon as they appear. */
class Command {
  readonly #args: readonly string[]
  readonly #child
  readonly #exit: Promise<number | null>
  #output = ""
  #told = ""
  #hasEnded = false

  constructor(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#args = args
    this.#child = spawn(process.execPath, [HX, ...args], { cwd, env, timeout: PATIENCE_MS })
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#output += text))
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#told += text))
    // A command that ends early does not read all keys.
    this.#child.stdin.on("error", () => {})
    this.#exit = new Promise((resolve) =>
      this.#child.on("close", (code) => {
        this.#hasEnded = true
        resolve(code)
      }),
    )
  }

  text(): string {
    return stripVTControlCharacters(this.#output)
  }

  /** Position of the text in the output after `from`. */
  async until(text: string, from: number): Promise<number> {
    for (;;) {
      const found = this.text().indexOf(text, from)
      if (found >= 0) {
        // The terminal may receive a question in several pieces.
        await sleep(15)
        return found
      }
      if (this.#hasEnded) {
        throw new Error(`hx ${this.#args.join(" ")} did not show ${text}:\n${this.text().slice(from)}${this.#told}`)
      }
      await sleep(5)
    }
  }

  async press(key: string): Promise<void> {
    this.#child.stdin.write(key)
    await sleep(10)
  }

  interrupt(): void {
    this.#child.kill("SIGINT")
  }

  async ended(): Promise<Ended> {
    const code = await this.#exit
    return { code, shown: this.text(), told: stripVTControlCharacters(this.#told) }
  }
}
