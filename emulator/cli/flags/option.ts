import { InvalidArgumentError, Option, Argument as Parameter } from "commander"
import type { Argument } from "../command.ts"
import { describe, type Flag, readList, syntaxOf, variableOf } from "./flag.ts"
import { BadValue, oneOf } from "./values.ts"

/** Creates a parser option. A flag that is not repeatable refuses a second value, because the first one would be lost. */
export function optionOf(flag: Flag): Option {
  const { short, value, byDefault } = flag
  const syntax = `${short === undefined ? "" : `-${short}, `}${syntaxOf(flag)}`
  const option = new Option(syntax, flag.isOfOneCall ? describe(flag) : `${describe(flag)} [${variableOf(flag)}]`)
  if (byDefault !== undefined) option.default(byDefault)
  if (value === undefined) return option
  if (flag.withoutValue !== undefined) option.preset(flag.withoutValue)
  let isGiven = false
  return option.argParser((text: string, previous: unknown) => {
    if (flag.isRepeatable)
      return [...((previous as unknown[] | undefined) ?? []), ...explainFailure(() => readList(flag, text))]
    if (isGiven) throw new InvalidArgumentError("Expected the flag once, received it twice.")
    isGiven = true
    return explainFailure(() => flag.read(text))
  })
}

export function parameterOf({ syntax, description, offers }: Argument): Parameter {
  const parameter = new Parameter(syntax, description)
  return typeof offers === "object"
    ? parameter.argParser((text) => explainFailure(() => oneOf(offers)(text)))
    : parameter
}

function explainFailure<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof BadValue ? new InvalidArgumentError(error.message) : error
  }
}
