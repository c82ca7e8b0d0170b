import type { WorldName } from "./world-name.ts"

/** The kit can't do what was asked, and says why. */
export class KitError extends Error {
  /** What it is called when it is printed, minified or not. */
  static override readonly name: string = "KitError"
  constructor(message: string) {
    super(message)
    this.name = "KitError"
  }
}

/** What is known of a failure. */
export interface FailureDetails {
  /** What was thrown. */
  readonly cause: unknown
  /** Seed of the run. */
  readonly seed: number
  /** Where in the run of `seed` the failure was. */
  readonly path: string
  /** Which commands of that sequence ran. */
  readonly replayPath: string
  /** What the calls begin in. */
  readonly world: WorldName
  /** The calls as TypeScript. */
  readonly typeScript: string
  /** The calls as lines of curl. */
  readonly curl: string
  /** How many calls are left of it. */
  readonly calls: number
  /** How many sequences had run. */
  readonly sequences: number
}

/** A property that does not hold, with the shrunk case in forms a person can use. */
export class KitFailure extends Error {
  /** To run the same case again: pass them to `check`. */
  readonly seed: number
  /** Where in the run of `seed` the failure was. */
  readonly path: string
  /** Which commands of that sequence ran. */
  readonly replayPath: string
  /** What the world is called that the calls begin in: its fixture files, where they are known. */
  readonly world: string
  /** What of that world is not as in these files. */
  readonly difference: readonly string[]
  /** The calls against a world in process. */
  readonly typeScript: string
  /** The same against a server that serves the same world. */
  readonly curl: string
  /** Number of requests and clock steps in the shrunk case. */
  readonly calls: number
  /** Number of sequences that ran until the first failure. */
  readonly sequences: number

  constructor(details: FailureDetails) {
    super(messageOf(details), { cause: details.cause })
    this.name = "KitFailure"
    this.seed = details.seed
    this.path = details.path
    this.replayPath = details.replayPath
    this.world = details.world.text
    this.difference = details.world.difference
    this.typeScript = details.typeScript
    this.curl = details.curl
    this.calls = details.calls
    this.sequences = details.sequences
  }
}

const MOST_LINES = 40
const MOST_REASON_LINES = 4
const MOST_LETTERS = 600

/** At most forty lines: the curl lines go first, then calls in the middle; `typeScript` and `curl` have them all. */
function messageOf(details: FailureDetails): string {
  const { cause, seed, path, replayPath, typeScript, curl, world } = details
  const reason = (cause instanceof Error ? cause.message : String(cause))
    .split("\n")
    .slice(0, MOST_REASON_LINES)
    .map((line) => (line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line))
  const replay = `replay with { seed: ${seed}, path: ${JSON.stringify(path)}, replayPath: ${JSON.stringify(replayPath)} }`
  const head = [...reason, "", `in ${world.text}; ${replay}`, ""]
  const [code, lines] = [typeScript.trimEnd().split("\n"), curl.trimEnd().split("\n")]
  if (head.length + code.length + 1 + lines.length <= MOST_LINES) return [...head, ...code, "", ...lines].join("\n")
  const room = MOST_LINES - head.length - 2
  return [...head, ...shortened(code, room), "", "// as curl lines: `curl` of this error"].join("\n")
}

/** The beginning and the end of lines that are too many. */
function shortened(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= room) return lines
  const first = Math.floor((room - 1) / 2)
  const last = room - 1 - first
  const left = lines.length - first - last
  return [...lines.slice(0, first), `// … ${left} lines more: \`typeScript\` of this error`, ...lines.slice(-last)]
}
