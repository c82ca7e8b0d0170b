import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { stripVTControlCharacters } from "node:util"

const HX = createRequire(import.meta.url).resolve("hexabase-cli/bin/run")

/** A command that neither ends nor asks what it is expected to ask within this time is ended. */
const PATIENCE_MS = 15_000

/** A question, by a part of its text, and the keys that answer it, or how to find them from what is shown. */
export type Answer = readonly [asked: string, keys: Keys | ((shown: string) => Keys)]
type Keys = readonly string[]

const ENTER = "\r"
const DOWN = "\u001b[B"
const TAB = "\t"

/** Takes what is offered. */
export const accept: Keys = [ENTER]

/** Types a text into an input, or another than is offered. */
export const type = (text: string): Keys => [text, ENTER]

/** Fills a form from its first field on. */
export const fill = (...texts: readonly string[]): Keys => [...texts.flatMap((text) => [text, TAB]).slice(0, -1), ENTER]

/** Chooses the entry of a list that begins with the text. */
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
    return [...Array<string>(place).fill(DOWN), ENTER]
  }

export interface Ended {
  readonly code: number | null
  /** Everything shown, prompts too, as plain text. */
  readonly shown: string
  /** What was told about errors. */
  readonly told: string
}

export interface Running {
  /** Resolves once the text was shown. */
  shows(text: string): Promise<void>
  /** Ends the command as Ctrl+C does. */
  interrupt(): Promise<Ended>
}

/** What hx keeps of a login in its configuration. */
export interface Login {
  readonly url: string
  readonly token: string
  readonly userId?: string
}

/** A person at a terminal: a home and a working directory of their own, where they run hx. */
export class Terminal {
  readonly #home = mkdtempSync(join(tmpdir(), "hexarium-hx-"))
  /** Where the commands run. */
  readonly folder = join(this.#home, "work")

  constructor() {
    mkdirSync(this.folder)
  }

  /** Puts down the configuration that `contexts:set` and `login` write. */
  configure({ url, token, userId = "" }: Login): void {
    const folder = join(this.#home, "hexabase-cli-nodejs")
    mkdirSync(folder, { recursive: true })
    const contexts = { demo: { server: url, sse: url } }
    const config = { contexts, "current-context": "demo", hexabase: { demo: { token, user_id: userId } } }
    writeFileSync(join(folder, "config.json"), JSON.stringify(config))
  }

  /** Runs a command to its end, answering its questions in order. Refuses where it asks something else, or nothing any more. */
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

  /** Begins a command that goes on until it is interrupted. */
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

/** A process of hx. Prompts are answered through its standard input, as fast as it asks. */
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
    // A command that ends early leaves keys unread.
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

  /** Where the text stands that is shown after the place. */
  async until(text: string, from: number): Promise<number> {
    for (;;) {
      const found = this.text().indexOf(text, from)
      if (found >= 0) {
        // What belongs to a question is drawn in one piece with it, but may come in several.
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
