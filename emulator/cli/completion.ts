import type { Command } from "commander"
import { EXIT, type Io, misused } from "./io.ts"
import { SHELLS } from "./program.ts"

interface Words {
  readonly name: string
  readonly description: string
  readonly flags: readonly { readonly name: string; readonly description: string; readonly takesValue: boolean }[]
}

/** Prints a completion script. It is made of the program itself, so it knows every command and flag. */
export async function completion(io: Io, program: Command, shell: string): Promise<number> {
  const commands = program.commands.map(wordsOf)
  if (shell === "bash") io.out(bash(commands))
  else if (shell === "zsh") io.out(zsh(commands))
  else if (shell === "fish") io.out(fish(commands))
  else throw misused(`no completion for ${JSON.stringify(shell)}; there is one for ${SHELLS.join(", ")}`)
  return EXIT.ok
}

const wordsOf = (command: Command): Words => ({
  name: command.name(),
  description: command.description(),
  flags: [
    ...command.options.map((option) => ({
      name: option.long ?? "",
      description: option.description,
      takesValue: !option.isBoolean(),
    })),
    { name: "--help", description: "print help", takesValue: false },
  ],
})

/** A text inside single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const bash = (commands: readonly Words[]): string => `# hexarium completion for bash
_hexarium() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$current"))
    return
  fi
  local flags=""
  case "$command" in
${commands.map(({ name, flags }) => `    ${name}) flags="${flags.map((flag) => flag.name).join(" ")}" ;;`).join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _hexarium hexarium
`

const zshText = (text: string): string => text.replaceAll(/[[\]:]/g, (mark) => `\\${mark}`)

const zsh = (commands: readonly Words[]): string => `#compdef hexarium
# hexarium completion for zsh
_hexarium() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${zshText(description)}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${commands
  .map(
    ({ name, flags }) => `    ${name})
      _arguments \\
${flags
  .map(
    (flag) =>
      `        ${quoted(`${flag.name}[${zshText(flag.description)}]${flag.takesValue ? ":value:_files" : ""}`)} \\`,
  )
  .join("\n")}
        '*:file:_files'
      ;;`,
  )
  .join("\n")}
  esac
}
compdef _hexarium hexarium
`

const fish = (commands: readonly Words[]): string => `# hexarium completion for fish
${commands
  .map(
    ({ name, description }) => `complete -c hexarium -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
  )
  .join("\n")}
${commands
  .flatMap(({ name, flags }) =>
    flags.map(
      (flag) =>
        `complete -c hexarium -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)}${flag.takesValue ? " -r" : ""} -d ${quoted(flag.description)}`,
    ),
  )
  .join("\n")}
`
