import { invalidParams } from "../../src/inside.ts"

/** The text of a file in UTF-8, without its byte order mark. */
export function decodeCsv(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw invalidParams("the file is not valid UTF-8")
  }
}
