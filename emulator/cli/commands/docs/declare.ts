import type { CliCommand } from "../../command.ts"
import { printTopic, topicNames } from "./topics.ts"

export const docsCommand: CliCommand = {
  name: "docs",
  description: "print a page of the documentation as Markdown; without a topic, list the topics",
  args: [
    {
      syntax: "[topic]",
      description: "a topic or its last part, for example how-to/faults or faults",
      offers: topicNames,
    },
  ],
  examples: [["docs"], ["docs first-ten-minutes"], ["docs faults | less"]],
  run: (io, { words: [topic] }) => printTopic(io, topic),
}
