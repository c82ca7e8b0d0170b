import { differenceLines, type WorldName } from "./world-name.ts"

/** Thrown if the kit can't do what the caller requested. The message gives the reason. */
export class KitError extends Error {
  /** Name of the error class. Minification does not change this string. */
  static override readonly name: string = "KitError"
  constructor(message: string) {
    super(message)
    this.name = "KitError"
  }
}

export interface FailureDetails
  extends Pick<KitFailure, "seed" | "path" | "replayPath" | "typeScript" | "curl" | "calls" | "sequences"> {
  readonly cause: unknown
  /** The world in its state before the first call of the failing sequence. */
  readonly world: WorldName
  /** Line about the capsule; undefined without the option `capsules`. */
  readonly capsule?: string | undefined
}

/** Thrown if a property fails. Contains the shrunk failing sequence as TypeScript code and as curl commands. */
export class KitFailure extends Error {
  /** Seed of the failing run. To repeat the failure, pass `seed`, `path` and `replayPath` to `check`. */
  readonly seed: number
  /** fast-check's path to the failing sequence in the run with this `seed`. */
  readonly path: string
  /** fast-check's record of which commands ran in the failing sequence. */
  readonly replayPath: string
  /** Name of the initial world: the paths of its fixture files, if the kit knows them. */
  readonly world: string
  /** Differences between the initial world and its fixture files, one string per difference. */
  readonly difference: readonly string[]
  /** TypeScript code that repeats the shrunk calls on a world in process. */
  readonly typeScript: string
  /** curl commands that repeat the shrunk calls on a server with the same initial world. */
  readonly curl: string
  /** Number of requests and clock advances in the shrunk sequence. */
  readonly calls: number
  /** Number of sequences that were run, including the first failing one. */
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

const MAX_LINES = 40
const MAX_REASON_LINES = 4
const MAX_CHARACTERS = 600

/** Builds a message of at most forty lines. If it would be longer, omits the curl commands, then calls from the middle. */
function messageOf(details: FailureDetails): string {
  const { cause, seed, path, replayPath, typeScript, curl, world, capsule = "" } = details
  const reason = (cause instanceof Error ? cause.message : String(cause))
    .split("\n")
    .slice(0, MAX_REASON_LINES)
    .map((line) => (line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line))
  const replay = `replay it with the options { seed: ${seed}, path: ${JSON.stringify(path)}, replayPath: ${JSON.stringify(replayPath)} }`
  const place = [`The check failed in ${world.text}; ${replay}`, ...(capsule === "" ? [] : [capsule])]
  const head = [...reason, "", ...place, ""]
  if (details.calls === 0)
    return [...head, "No call is needed: the initial world fails already.", ...differenceLines(world)].join("\n")
  const [code, lines] = [typeScript.trimEnd().split("\n"), curl.trimEnd().split("\n")]
  if (head.length + code.length + 1 + lines.length <= MAX_LINES) return [...head, ...code, "", ...lines].join("\n")
  const room = MAX_LINES - head.length - 2
  return [...head, ...shortenLines(code, room), "", "// the error's property `curl` has the curl commands"].join("\n")
}

function shortenLines(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= room) return lines
  const first = Math.floor((room - 1) / 2)
  const last = room - 1 - first
  const left = lines.length - first - last
  return [
    ...lines.slice(0, first),
    `// … ${left} lines omitted; the error's property \`typeScript\` has all lines`,
    ...lines.slice(-last),
  ]
}
