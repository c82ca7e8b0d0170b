import { explanationLines } from "../../../../src/insight/index-explanations.ts"
import { usageError } from "../../io.ts"
import { omitUndefined } from "../../print.ts"
import { printable } from "../../printable.ts"
import { type RemoteCall, remoteCommand } from "../../remote/remote-command.ts"
import type { WhyFlags } from "./declare.ts"

/** Runs `hexarium why`: explains a logged request, or what a user may do with an item. */
export const explainRefusal = remoteCommand(
  ({ control, words: [id], flags: { user, item, want, action } }: RemoteCall<WhyFlags>) => {
    if (id !== undefined) {
      if ([user, item, want, action].some((given) => given !== undefined)) {
        throw usageError("a request's number takes none of --user, --item, --want and --action; omit one of both")
      }
      return control.explainRequest({ id })
    }
    if (user === undefined || item === undefined) {
      throw usageError("why needs the number of a request, or --user and --item")
    }
    return control.explain({ user, item, want: want ?? "see", ...omitUndefined({ action }) })
  },
  (explanation) =>
    [explanation.outcome, ...explanationLines(explanation)].map((line) => `${printable(line)}\n`).join(""),
)
