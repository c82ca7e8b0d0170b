import type { Command } from "commander"
import { nearest } from "../../../src/model/index.ts"
import type { CliCommand } from "../command.ts"
import { Exit, type Io } from "../io.ts"
import { attributeOf, type Flag, readVariable, variableOf } from "./flag.ts"
import { BadValue } from "./values.ts"

/** Matches the address that Kubernetes puts in HEXARIUM_PORT if the namespace has a service named hexarium. */
const ADDRESS_OF_A_SERVICE = /^(?:tcp|udp|sctp):\/\//

/** A flag whose value is from an environment variable. */
interface FromVariable {
  readonly flag: Flag
  readonly variable: string
  readonly text: string
}

/** Sets the flags that only environment variables set. Returns them. */
export function readVariables(command: Command, flags: readonly Flag[], { env, err }: Io): readonly FromVariable[] {
  const set: FromVariable[] = []
  for (const flag of flags) {
    if (flag.isOfOneCall) continue
    const variable = variableOf(flag)
    const text = env[variable]
    const attribute = attributeOf(flag)
    const source = command.getOptionValueSource(attribute)
    if (text === undefined || (source !== undefined && source !== "default")) continue
    if (flag.name === "port" && ADDRESS_OF_A_SERVICE.test(text)) {
      err(
        `hexarium: warning: ${variable} is the address of a Kubernetes service named hexarium and has no effect; ` +
          "set the port with --port; to avoid this variable, set enableServiceLinks: false\n",
      )
      continue
    }
    try {
      const value = readVariable(flag, text)
      if (value === undefined) continue
      command.setOptionValueWithSource(attribute, value, "env")
      set.push({ flag, variable, text })
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      command.error(`error: the variable ${variable} has an invalid value. ${error.message}`)
    }
  }
  return set
}

/** Shorter values occur in messages by chance. */
const SHORTEST_VALUE = 4

const isIn = (message: string, value: string): boolean => value.length >= SHORTEST_VALUE && message.includes(value)

/** Adds the variables to the message of a command's failure whose flags or values the message names. */
export function namingVariables(error: unknown, set: readonly FromVariable[]): unknown {
  if (!(error instanceof Exit)) return error
  const { code, message } = error
  const named = set.filter(({ flag: { name }, text }) => message.includes(`--${name}`) || isIn(message, text))
  if (named.length === 0) return error
  const names = named.map(({ variable }) => variable).join(", ")
  return new Exit(code, `${message} (${names} ${named.length === 1 ? "is" : "are"} set)`)
}

/** Environment variables without a corresponding flag, such as those that `exec` passes to its command. */
const OTHER_VARIABLES = [
  "HEXARIUM_CACHE",
  "HEXARIUM_COVERAGE_FOLDER",
  "HEXARIUM_TOKEN",
  "HEXARIUM_LOG_FILE",
  "HEXARIUM_PASSWORD",
  "HEXARIUM_PULL_PASSWORD",
]

/** Matches environment variables that Kubernetes sets in all containers beside a service named hexarium. */
const OF_A_CLUSTER = /^HEXARIUM_(?:SERVICE_|PORT_\d)/

const variablesOf = ({ flags = [], commands = [] }: CliCommand): string[] => [
  ...flags.filter(({ isOfOneCall }) => !isOfOneCall).map(variableOf),
  ...commands.flatMap(variablesOf),
]

export function reportUnknownVariables(io: Io, commands: readonly CliCommand[]): void {
  const given = Object.keys(io.env).filter((name) => name.startsWith("HEXARIUM_") && !OF_A_CLUSTER.test(name))
  if (given.length === 0) return
  const known = new Set([...OTHER_VARIABLES, ...commands.flatMap(variablesOf)])
  for (const name of given) {
    if (known.has(name)) continue
    const meant = nearest(name, [...known])
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`
    io.err(`hexarium: warning: the variable ${name} is unknown to Hexarium and has no effect${hint}\n`)
  }
}
