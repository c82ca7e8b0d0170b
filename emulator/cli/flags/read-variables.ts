import type { Command } from "commander"
import type { Io } from "../io.ts"
import { attributeOf, type Flag, readVariable, variableOf } from "./flag.ts"
import { BadValue } from "./values.ts"

/** What Kubernetes says to every container beside a service of our name: where that is, by the variable of our port. */
const ADDRESS_OF_A_SERVICE = /^(?:tcp|udp|sctp):\/\//

/** Each flag that was not given takes the value of its variable, if that is set. */
export function readVariables(command: Command, flags: readonly Flag[], { env, err }: Io): void {
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
          "enableServiceLinks: false keeps it away, --port sets the port\n",
      )
      continue
    }
    try {
      const value = readVariable(flag, text)
      if (value !== undefined) command.setOptionValueWithSource(attribute, value, "env")
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      command.error(`error: the variable ${variable} is invalid: ${JSON.stringify(text)}. ${error.message}`)
    }
  }
}
