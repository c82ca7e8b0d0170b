import { closeSync, openSync, writeSync } from "node:fs"
import { addToSum, areEqual, FRAME_HEADER, LOG_HEADER, type LogFile, openLog, pairAt, type Sum } from "./log-file.ts"

/** `before` selects the frames before the first damaged one; `around` also selects those after it. */
export type Salvaged = "before" | "around"

/**
 * Writes the intact frames of a damaged log as another database's log, up to the last intact commit. If a page's frame
 * is omitted, the page keeps older content until a later frame; verify a result of `around` for this reason.
 */
export function salvageLog(from: string, to: string, which: Salvaged): void {
  const log = openLog(from)
  if (log === undefined) return
  const target = openSync(`${to}-wal`, "w", 0o600)
  try {
    const sound = soundFrames(log)
    const frames = which === "around" ? sound : sound.filter(({ position }, at) => position === at)
    const last = frames.findLastIndex(({ commit }) => commit > 0)
    const header = newHeader(log)
    writeSync(target, header)
    let sum = pairAt(header, 24)
    for (const { position } of frames.slice(0, last + 1)) {
      const frame = log.frame(position)
      const head = new DataView(new ArrayBuffer(FRAME_HEADER))
      sum = addToSum(addToSum(sum, frame.start, true), frame.body, true)
      const words = [frame.page, frame.commit, ...SALTS, ...sum]
      for (const [at, word] of words.entries()) head.setUint32(at * 4, word)
      writeSync(target, new Uint8Array(head.buffer))
      writeSync(target, frame.body)
    }
  } finally {
    closeSync(target)
    log.close()
  }
}

const SALTS: Sum = [1, 1]

function newHeader({ pageSize }: LogFile): Uint8Array {
  const view = new DataView(new ArrayBuffer(LOG_HEADER))
  for (const [at, word] of [0x377f_0682, 3_007_000, pageSize, 0, ...SALTS].entries()) view.setUint32(at * 4, word)
  const bytes = new Uint8Array(view.buffer)
  for (const [at, word] of addToSum([0, 0], bytes.subarray(0, 24), true).entries()) view.setUint32(24 + at * 4, word)
  return bytes
}

interface SoundFrame {
  readonly position: number
  readonly commit: number
}

/**
 * Returns the frames with a valid check sum, which continues the previous frame's stored or computed check sum. If only
 * the computed one fits, the previous frame's check sum is damaged but its bytes are intact.
 */
function soundFrames(log: LogFile): SoundFrame[] {
  const sound: SoundFrame[] = []
  const salts = log.hasSoundHeader || log.frames === 0 ? log.salts : log.frame(0).salts
  let candidates: readonly Sum[] = log.sums
  let doubted: SoundFrame | undefined
  let isAfterSound = true
  for (let position = 0; position < log.frames; position += 1) {
    const frame = log.frame(position)
    const computed = candidates.map((before) => log.sumOf(frame, before))
    const fits = computed.findIndex((sum) => areEqual(sum, frame.sum))
    // Check sums do not cover salts. Frames of an older log continue each other's check sums, but none continues a
    // frame of this log.
    const isSound: boolean = fits >= 0 && (isAfterSound || fits > 0 || areEqual(frame.salts, salts))
    if (isSound && fits > 0 && doubted !== undefined) sound.push(doubted)
    doubted = { position, commit: frame.commit }
    if (isSound) sound.push(doubted)
    candidates = isSound ? [frame.sum] : [frame.sum, ...(isAfterSound ? computed : [])]
    isAfterSound = isSound
  }
  return sound
}
