/** How close a student is to leaving a course unfinished (docs/product/staff.md 14). Students never see it. */

/** Points of each reason. */
export const RISK_POINTS = { sin_actividad: 3, termina: 3, sin_intentos: 3, detras: 2, faltas: 1 } as const
export type RiskReason = keyof typeof RISK_POINTS

/** Points from which a student needs attention, or much of it. */
export const ATTENTION_POINTS = 3
export const HIGH_POINTS = 5

/** Of an enrolment before it can be at risk, without activity, before its end, and after someone contacted the student. */
export const RISK_DAYS = 14
/** Less progress is little near the end, in percent. */
export const LITTLE_PROGRESS = 50
/** Below the median of the course or group, in percentage points. */
export const BEHIND_BY = 30
/** The last classes, all missed. */
export const MISSED_CLASSES = 2
