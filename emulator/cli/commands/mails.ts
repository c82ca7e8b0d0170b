import type { CliCommand } from "../command.ts"
import { choice, type Flag, flag } from "../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../flags/remote-flags.ts"
import { readCount, readPatience, readSome } from "../flags/values.ts"
import { MAIL_KINDS as KINDS } from "../remote/mail-kinds.ts"
import type { MailFlags } from "../remote/mails.ts"

const load = () => import("../remote/mails.ts")

const common = [...REMOTE_FLAGS, JSON_FLAG]

const once = (one: Flag): Flag => ({ ...one, isOfOneCall: true })

const filter: readonly Flag[] = [
  once(flag("--to <address>", "only mails to this address", readSome)),
  once(choice("--kind <kind>", `only mails of this kind: ${KINDS.join(", ")}`, KINDS)),
  once(flag("--since <id>", "only mails later than this one", readSome)),
]

const mail = { syntax: "<id>", description: "ID of the mail" }

export const mailsCommand: CliCommand = {
  name: "mails",
  description: "read, wait for and delete the mails of a world",
  byDefault: "list",
  examples: [
    ["mails list --to ada@acme.test"],
    ["mails wait --to ada@acme.test --kind invitation --timeout 10"],
    ["mails show M1"],
    ["mails clear --world try"],
  ],
  commands: [
    {
      name: "list",
      description: "the latest mails, oldest of them first",
      flags: [...filter, once(flag("--limit <number>", "at most so many; 1000 unless given", readCount)), ...common],
      run: async (io, _, given: MailFlags) => (await load()).listMails(io, given),
    },
    {
      name: "show",
      description: "one mail with its text and links",
      args: [mail],
      flags: common,
      run: async (io, { words: [id = ""] }, given: MailFlags) => (await load()).showMail(io, id, given),
    },
    {
      name: "wait",
      description: "wait for a mail and show it; exits with 1 when none comes",
      flags: [...filter, once(flag("--timeout <seconds>", "how long; 30 unless given", readPatience)), ...common],
      run: async (io, _, given: MailFlags) => (await load()).waitForMail(io, given),
    },
    {
      name: "delete",
      description: "take a mail out of the mailbox",
      args: [mail],
      flags: common,
      run: async (io, { words: [id = ""] }, given: MailFlags) => (await load()).deleteMail(io, id, given),
    },
    {
      name: "clear",
      description: "empty the mailbox",
      flags: common,
      run: async (io, _, given: MailFlags) => (await load()).clearMails(io, given),
    },
  ],
}
