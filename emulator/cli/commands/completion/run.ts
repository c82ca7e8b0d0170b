import type { CliCommand } from "../../command.ts"
import { describe, type Offered } from "../../flags/flag.ts"
import { EXIT, type Io } from "../../io.ts"

interface Words {
  readonly path: readonly string[]
  readonly description: string
  readonly flags: readonly {
    readonly name: string
    readonly description: string
    readonly offers?: Offered | "nothing"
  }[]
  readonly args: readonly (Offered | undefined)[]
  readonly inner: readonly Words[]
}

export async function writeCompletion(io: Io, commands: readonly CliCommand[], shell: string): Promise<number> {
  const words = commands.map((command) => wordsOf(command))
  io.out(shell === "bash" ? bash(words) : shell === "zsh" ? zsh(words) : fish(words))
  return EXIT.ok
}

function wordsOf({ name, description, flags = [], args = [], commands = [] }: CliCommand, above: string[] = []): Words {
  const path = [...above, name]
  return {
    path,
    description,
    flags: [
      ...flags.map((flag) => ({
        name: `--${flag.name}`,
        description: describe(flag),
        ...(flag.value === undefined ? {} : { offers: flag.offers ?? ("nothing" as const) }),
      })),
      { name: "--help", description: "print help" },
    ],
    args: args.map(({ offers }) => (typeof offers === "function" ? offers() : offers)),
    inner: commands.map((inner) => wordsOf(inner, path)),
  }
}

const flat = (all: readonly Words[]): readonly Words[] => all.flatMap((words) => [words, ...flat(words.inner)])

const nameOf = ({ path }: Words): string => path.at(-1) ?? ""

const quoteText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const bashValues = (offers: Offered | "nothing" | undefined): string => {
  if (offers === "file") return `COMPREPLY=($(compgen -f -- "$current"))`
  if (offers === "folder") return `COMPREPLY=($(compgen -d -- "$current"))`
  return typeof offers === "object" ? `COMPREPLY=($(compgen -W "${offers.join(" ")}" -- "$current"))` : "COMPREPLY=()"
}

const bashCase = (words: Words): string => {
  const valued = words.flags.filter(({ offers }) => offers !== undefined)
  const positional = words.inner.length > 0 ? words.inner.map(nameOf) : (words.args[0] ?? "nothing")
  return `    ${quoteText(words.path.join(" "))})
      case "$previous" in
${valued.map(({ name, offers }) => `        ${name}) ${bashValues(offers)}; return ;;`).join("\n")}
      esac
      case "$current" in
        -*) COMPREPLY=($(compgen -W "${words.flags.map(({ name }) => name).join(" ")}" -- "$current")) ;;
        *) ${bashValues(positional)} ;;
      esac ;;`
}

const bash = (commands: readonly Words[]): string => `# hexarium completion for bash
_hexarium() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(nameOf).join(" ")} --help --version" -- "$current"))
    return
  fi
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "$command \${COMP_WORDS[2]}" in
${innerPaths(commands)
  .map((path) => `      ${quoteText(path)}) command=${quoteText(path)} ;;`)
  .join("\n")}
    esac
  fi
  case "$command" in
${flat(commands).map(bashCase).join("\n")}
  esac
}
complete -o filenames -F _hexarium hexarium
`

const innerPaths = (commands: readonly Words[]): string[] =>
  commands.flatMap(({ inner }) => inner.map(({ path }) => path.join(" ")))

const zshText = (text: string): string => text.replaceAll(/[[\]:]/g, (mark) => `\\${mark}`)

const zshValues = (offers: Offered | "nothing" | undefined): string => {
  if (offers === "file") return "_files"
  if (offers === "folder") return "_files -/"
  return typeof offers === "object" ? `(${offers.join(" ")})` : " "
}

const zshArguments = (words: Words, indent: string): string => {
  const flags = words.flags.map(({ name, description, offers }) =>
    quoteText(`${name}[${zshText(description)}]${offers === undefined ? "" : `:value:${zshValues(offers)}`}`),
  )
  const places = words.args.map((offers) => quoteText(`*:word:${zshValues(offers ?? "nothing")}`)).slice(0, 1)
  return `_arguments \\\n${[...flags, ...places].map((line) => `${indent}  ${line}`).join(" \\\n")}`
}

const zshList = (words: readonly Words[], indent: string): string =>
  words.map((one) => `${indent}${quoteText(`${nameOf(one)}:${zshText(one.description)}`)}`).join("\n")

const zshCase = (words: Words): string => {
  if (words.inner.length === 0) {
    return `    ${nameOf(words)})
      shift words; (( CURRENT-- ))
      ${zshArguments(words, "      ")}
      ;;`
  }
  return `    ${nameOf(words)})
      if (( CURRENT == 3 )); then
        commands=(
${zshList(words.inner, "          ")}
        )
        _describe 'command' commands
        return
      fi
      case "$words[3]" in
${words.inner
  .map(
    (inner) => `        ${nameOf(inner)})
          shift 2 words; (( CURRENT -= 2 ))
          ${zshArguments(inner, "          ")}
          ;;`,
  )
  .join("\n")}
      esac
      ;;`
}

const zsh = (commands: readonly Words[]): string => `#compdef hexarium
# hexarium completion for zsh
_hexarium() {
  local -a commands
  commands=(
${zshList(commands, "    ")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${commands.map(zshCase).join("\n")}
  esac
}
compdef _hexarium hexarium
`

const fishValues = (offers: Offered | "nothing" | undefined): string => {
  if (offers === undefined) return ""
  if (offers === "file") return " -r -F"
  if (offers === "folder") return " -x -a '(__fish_complete_directories)'"
  return typeof offers === "object" ? ` -x -a ${quoteText(offers.join(" "))}` : " -x"
}

const fishSeen = ({ path }: Words): string => path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ")

const fishInner = (words: Words): string[] => {
  const names = words.inner.map(nameOf).join(" ")
  return words.inner.map(
    (inner) =>
      `complete -c hexarium -f -n '${fishSeen(words)}; and not __fish_seen_subcommand_from ${names}' -a ${nameOf(inner)} -d ${quoteText(inner.description)}`,
  )
}

const fishLines = (words: Words): string[] => [
  ...fishInner(words),
  ...words.flags.map(
    ({ name, description, offers }) =>
      `complete -c hexarium -n '${fishSeen(words)}' -l ${name.slice(2)}${fishValues(offers)} -d ${quoteText(description)}`,
  ),
  ...(typeof words.args[0] === "object"
    ? [`complete -c hexarium -f -n '${fishSeen(words)}' -a ${quoteText(words.args[0].join(" "))}`]
    : []),
]

const fish = (commands: readonly Words[]): string => `# hexarium completion for fish
${commands
  .map((one) => `complete -c hexarium -n __fish_use_subcommand -f -a ${nameOf(one)} -d ${quoteText(one.description)}`)
  .join("\n")}
${flat(commands).flatMap(fishLines).join("\n")}
`
