import { type Mail, mailJobKey } from "../../model/records/index.ts"
import type { StoredJob } from "../../ports/index.ts"
import type { Change } from "../../state/index.ts"

/** Lists the deliveries of the mails that the changes add. Every process that uses the store may run them. */
export const mailJobs = (changes: readonly Change[]): StoredJob[] =>
  changes.flatMap(({ sequence, at, patches }) =>
    patches.flatMap(({ table, id, before, after }): StoredJob | [] => {
      if (table !== "mails" || before !== undefined || after === undefined) return []
      const mail = after as Mail
      return { key: mailJobKey(sequence, id), isOwn: false, work: { at, kind: "mail", id: mail.id, name: mail.to } }
    }),
  )
