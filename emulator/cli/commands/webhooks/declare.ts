import { type CliCommand, commandsOf } from "../../command.ts"
import { type FlagsOf, flag, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readSome } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const TRIGGER_FLAGS = [
  flag("--item <id>", "i_id of the item; default: the datastore's newest item", readSome),
  flag("--user <user>", "the action's user; default: the user of the item's last write", readSome),
  flag("--to <url>", "URL to call instead of the action's webhooks", readSome),
].map(perCall)

export type TriggerFlags = FlagsOf<typeof TRIGGER_FLAGS>

export const webhooksCommand: CliCommand = {
  name: "webhooks",
  description: "list, resend and trigger the webhooks of a world's actions",
  byDefault: "list",
  examples: [
    ["webhooks list"],
    ["webhooks trigger Orders/Finish", "sends the action's webhooks for the newest order"],
    ["webhooks trigger Finish --item 655c8b0f0f0f0f0f0f0f0f0f --to http://localhost:3000/hook"],
  ],
  commands: [
    command("list", "list the webhooks with their results, oldest first", "listWebhooks"),
    command("trigger", "send an action's webhooks for an item now, without running the action", "triggerWebhooks", {
      args: [{ syntax: "<action>", description: "display ID of the action, or datastore/action, or a_id" }],
      flags: TRIGGER_FLAGS,
    }),
    command("resend", "send a webhook again, with the same body", "resendWebhook", {
      args: [{ syntax: "<id>", description: "number of the webhook in the list" }],
    }),
  ],
}
