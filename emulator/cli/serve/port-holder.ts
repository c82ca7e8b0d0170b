import { readdirSync, readFileSync, readlinkSync } from "node:fs"

export interface PortHolder {
  readonly pid: number
  /** Command line of the process, without arguments that may be secrets. */
  readonly command: string
}

/** State of a listening socket in `/proc/net/tcp`. */
const LISTENING_STATE = "0A"

export function findPortHolder(port: number): PortHolder | undefined {
  try {
    const inodes = new Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) => listeningInodes(table, port)))
    const pid = inodes.size === 0 ? undefined : processes().find((one) => holds(one, inodes))
    if (pid === undefined) return undefined
    const [program = "", script = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
    return { pid, command: [program, script].filter((word) => word !== "" && !word.startsWith("-")).join(" ") }
  } catch {
    return undefined
  }
}

function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0")
  const rows = textOf(table).split("\n").slice(1)
  return rows.flatMap((row) => {
    const cells = row.trim().split(/\s+/)
    return cells[1]?.endsWith(`:${wanted}`) && cells[3] === LISTENING_STATE && cells[9] !== undefined ? [cells[9]] : []
  })
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

const processes = (): number[] => readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))

/** Returns whether a process holds one of the sockets; false for another user's process, whose files are unreadable. */
function holds(pid: number, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1]
      return inode !== undefined && inodes.has(inode)
    })
  } catch {
    return false
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ""
  }
}
