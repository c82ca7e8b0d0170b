import { type HistoryPlan, runHistory } from "./history.ts"

/** `npm run simulate -- --histories N [--seed S]` runs histories of several servers on one store, each with its own seed. */
function planOf(seed: number): HistoryPlan {
  const kind = seed % 4
  return {
    seed,
    replicas: 2 + (seed % 3),
    worlds: 1 + (seed % 2),
    clients: 4 + (seed % 5),
    commands: 12,
    network: { latency: [1, kind === 0 ? 5 : 150], commitMs: 2, lossPerMille: kind === 1 ? 30 : 0 },
    thinkMs: kind === 2 ? 0 : 200,
    breaks: kind !== 0,
  }
}

function numberAfter(flag: string, otherwise: number): number {
  const at = process.argv.indexOf(flag)
  if (at < 0) return otherwise
  const value = Number(process.argv[at + 1])
  if (!Number.isSafeInteger(value) || value < 1) {
    process.stderr.write(`${flag} takes a whole number of at least 1\n`)
    process.exit(2)
  }
  return value
}

const histories = numberAfter("--histories", 1000)
const first = numberAfter("--seed", 1 + Math.floor(Math.random() * 1_000_000_000))
process.stdout.write(`${histories} histories from seed ${first}\n`)
const began = Date.now()
let [answeredRequests, unansweredRequests, crashes, virtualMs] = [0, 0, 0, 0]
for (let seed = first; seed < first + histories; seed += 1) {
  const result = await runHistory(planOf(seed))
  if (result.faults.length > 0) {
    process.stdout.write(`seed ${seed}: no serial order explains it:\n  ${result.faults.slice(0, 20).join("\n  ")}\n`)
    process.stdout.write(`again: npm run simulate -- --seed ${seed} --histories 1\n`)
    process.exit(1)
  }
  answeredRequests += result.answered
  unansweredRequests += result.unanswered
  crashes += result.crashes
  virtualMs += result.virtualMs
}
const seconds = (Date.now() - began) / 1000
process.stdout.write(
  `${histories} histories in ${seconds.toFixed(1)} s: ${answeredRequests} answers, ${unansweredRequests} commands without one, ${crashes} crashes, ${Math.round(virtualMs / 60_000)} minutes of their time; each equals a serial order\n`,
)
