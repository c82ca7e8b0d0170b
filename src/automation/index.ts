export { dueAutoActions, requireAutoAction, restartSchedules, restartWorkspaceSchedules } from "./auto-actions.ts"
export type { ClockMove, ClockMoveResult } from "./clock-move.ts"
export { beginTask, doTask, putTask, type TaskStatus, taskStatusAt } from "./tasks.ts"
export { WorldClock } from "./world-clock.ts"
