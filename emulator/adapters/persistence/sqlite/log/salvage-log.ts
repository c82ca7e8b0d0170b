import { closeSync, openSync, writeSync } from "node:fs"
import { addToSum, areEqual, FRAME_HEADER, LOG_HEADER, type LogFile, openLog, pairAt, type Sum } from "./log-file.ts"

/** Intact frames to copy: `before` copies those before the first damaged frame, `around` also those after it. */
export type Salvaged = "before" | "around"

/**
 * Copies the intact frames of a damaged log, up to the last intact commit, to the log of another database. Where
 * `around` omits a damaged frame, its page keeps older content; verify the result for this reason.
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
 * Returns the intact frames. A frame's check sum must continue the previous frame's stored or computed one. If it
 * continues only the computed one, the previous frame's stored check sum is damaged but its bytes are intact.
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
    // Check sums do not cover salts. Frames of an older log may continue each other, but none continues a frame of this
    // log.
    const isSound: boolean = fits >= 0 && (isAfterSound || fits > 0 || areEqual(frame.salts, salts))
    if (isSound && fits > 0 && doubted !== undefined) sound.push(doubted)
    doubted = { position, commit: frame.commit }
    if (isSound) sound.push(doubted)
    candidates = isSound ? [frame.sum] : [frame.sum, ...(isAfterSound ? computed : [])]
    isAfterSound = isSound
  }
  return sound
}
