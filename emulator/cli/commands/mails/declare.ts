import { MAIL_KINDS } from "../../../../src/model/records/index.ts"
import { type CliCommand, commandsOf } from "../../command.ts"
import { choice, type FlagsOf, flag, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readCount, readPatience, readSome } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const FILTERS = [
  flag("--to <address>", "only mails to this address", readSome),
  choice("--kind <kind>", `only mails of this kind: ${MAIL_KINDS.join(", ")}`, MAIL_KINDS),
  flag("--since <id>", "only mails later than the mail with this ID", readSome),
].map(perCall)

const LIST_FLAGS = [...FILTERS, perCall(flag("--limit <number>", "maximum number of mails; default: 1000", readCount))]

const WAIT_FLAGS = [
  ...FILTERS,
  perCall(flag("--timeout <seconds>", "number of seconds to wait; default: 30", readPatience)),
]

export type MailFlags = FlagsOf<typeof LIST_FLAGS | typeof WAIT_FLAGS>

const args = [{ syntax: "<id>", description: "ID of the mail" }]

export const mailsCommand: CliCommand = {
  name: "mails",
  description: "list, show, wait for and delete the mails of a world",
  byDefault: "list",
  examples: [
    ["mails list --to ada@acme.test"],
    ["mails wait --to ada@acme.test --kind invitation --timeout 10"],
    ["mails show M1"],
    ["mails clear --world try"],
  ],
  commands: [
    command("list", "list the latest mails, oldest first", "listMails", { flags: LIST_FLAGS }),
    command("show", "show a mail with its text and links", "showMail", { args }),
    command("wait", "wait for a mail and show the mail; exit with code 1 if no mail arrives", "waitForMail", {
      flags: WAIT_FLAGS,
    }),
    command("delete", "delete a mail", "deleteMail", { args }),
    command("clear", "delete all mails", "clearMails"),
  ],
}
