import { closeSync, openSync, writeSync } from "node:fs"
import { addToSum, areEqual, FRAME_HEADER, LOG_HEADER, type LogFile, openLog, type Sum } from "./log-file.ts"

/** `before`: the frames up to the first that is damaged. `around`: those after it, too. */
export type Salvaged = "before" | "around"

/**
 * Writes, as the log of another database, the frames of a damaged log whose bytes are what was written, up to the last commit among them.
 * A page whose frame is left out is as it was before, unless a later frame has it, so the result of `around` has to be verified.
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
    let sum = pairOf(header, 24)
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

const pairOf = (bytes: Uint8Array, at: number): Sum => {
  const view = new DataView(bytes.buffer)
  return [view.getUint32(at), view.getUint32(at + 4)]
}

interface SoundFrame {
  readonly position: number
  readonly commit: number
}

/**
 * The frames whose check sum fits. It may go on from what the frame before says, or from what is computed of that one: where only the
 * latter fits, the check sum of the frame before is damaged, and its bytes are not.
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
    // Check sums don't cover salts: frames of an older log fit each other, but none goes on from a frame of this one.
    const isSound: boolean = fits >= 0 && (isAfterSound || fits > 0 || areEqual(frame.salts, salts))
    if (isSound && fits > 0 && doubted !== undefined) sound.push(doubted)
    doubted = { position, commit: frame.commit }
    if (isSound) sound.push(doubted)
    candidates = isSound ? [frame.sum] : [frame.sum, ...(isAfterSound ? computed : [])]
    isAfterSound = isSound
  }
  return sound
}
