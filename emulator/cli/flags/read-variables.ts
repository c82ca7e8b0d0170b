import type { Command } from "commander"
import type { Io } from "../io.ts"
import { attributeOf, type Flag, readVariable, variableOf } from "./flag.ts"
import { BadValue } from "./values.ts"

/** Each flag that was not given takes the value of its variable, if that is set. */
export function readVariables(command: Command, flags: readonly Flag[], { env }: Io): void {
  for (const flag of flags) {
    if (flag.isOfOneCall) continue
    const variable = variableOf(flag)
    const text = env[variable]
    const attribute = attributeOf(flag)
    const source = command.getOptionValueSource(attribute)
    if (text === undefined || (source !== undefined && source !== "default")) continue
    try {
      const value = readVariable(flag, text)
      if (value !== undefined) command.setOptionValueWithSource(attribute, value, "env")
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      command.error(`error: the variable ${variable} is invalid: ${JSON.stringify(text)}. ${error.message}`)
    }
  }
}
