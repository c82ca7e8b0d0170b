import { InvalidArgumentError, Option } from "commander"
import { type Flag, readList, variableOf } from "./flag.ts"
import { BadValue } from "./values.ts"

/**
 * The option of a flag. Unless it may be repeated, it refuses to be given twice, since the first value would have no effect.
 */
export function optionOf(flag: Flag): Option {
  const { name, short, value, description, byDefault } = flag
  const syntax = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`
  const option = new Option(syntax, flag.isOfOneCall ? description : `${description} [${variableOf(flag)}]`)
  if (byDefault !== undefined) option.default(byDefault)
  if (value === undefined) return option
  let isGiven = false
  return option.argParser((text: string, previous: unknown) => {
    if (flag.isRepeatable)
      return [...((previous as unknown[] | undefined) ?? []), ...explained(() => readList(flag, text))]
    if (isGiven) throw new InvalidArgumentError("It is given twice.")
    isGiven = true
    return explained(() => flag.read(text))
  })
}

function explained<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof BadValue ? new InvalidArgumentError(error.message) : error
  }
}
