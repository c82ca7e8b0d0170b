import { nearest } from "../../http/nearest.ts"
import type { CliCommand } from "../command.ts"
import type { Io } from "../io.ts"
import { variableOf } from "./flag.ts"

/** Variables that stand for no flag: of the launcher, and those that `exec` hands to the command it runs. */
const OTHERS = ["HEXARIUM_CACHE", "HEXARIUM_TOKEN", "HEXARIUM_LOG_FILE", "HEXARIUM_PASSWORD"]

/** What Kubernetes gives every container beside a service of that name; nobody meant to say anything by it. */
const OF_A_CLUSTER = /^HEXARIUM_(?:SERVICE_|PORT_\d)/

const variablesOf = ({ flags = [], commands = [] }: CliCommand): string[] => [
  ...flags.filter(({ isOfOneCall }) => !isOfOneCall).map(variableOf),
  ...commands.flatMap(variablesOf),
]

/** Says which variables look as if they were meant for us, and have no effect. */
export function tellStrayVariables(io: Io, commands: readonly CliCommand[]): void {
  const given = Object.keys(io.env).filter((name) => name.startsWith("HEXARIUM_") && !OF_A_CLUSTER.test(name))
  if (given.length === 0) return
  const known = new Set([...OTHERS, ...commands.flatMap(variablesOf)])
  for (const name of given) {
    if (known.has(name)) continue
    const meant = nearest(name, [...known])
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`
    io.err(`hexarium: warning: the variable ${name} is none of Hexarium's and has no effect${hint}\n`)
  }
}
