import { readFile } from "node:fs/promises"
import type { ServeFlags } from "../flags/serve-flags.ts"
import { commandError, usageError } from "../io.ts"

/** Returns the secret of `--webhook-secret`, or the first line of the file of `--webhook-secret-file`; undefined without both. */
export async function webhookSecretOf({
  webhookSecret,
  webhookSecretFile: file,
}: Pick<ServeFlags, "webhookSecret" | "webhookSecretFile">): Promise<string | undefined> {
  if (file === undefined) return webhookSecret
  if (webhookSecret !== undefined) {
    throw usageError("--webhook-secret has no effect with --webhook-secret-file; omit one of the two flags")
  }
  const text = await readFile(file, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
    throw commandError(`the file of --webhook-secret-file, ${file}, can't be read (${code})`)
  })
  const [secret = ""] = text.split(/\r?\n/)
  if (secret === "") throw commandError(`the first line of ${file} is empty; write the secret of webhooks there`)
  return secret
}
