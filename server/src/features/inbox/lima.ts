import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'

const ZONE = sql.raw(`'${TIME_ZONE}'`)
const NOW_IN_LIMA = sql`(now() AT TIME ZONE ${ZONE})`
/** Midnight in Lima of today, or of the first of the month. */
export const TODAY = sql`(date_trunc('day', ${NOW_IN_LIMA}) AT TIME ZONE ${ZONE})`
export const TOMORROW = sql`((date_trunc('day', ${NOW_IN_LIMA}) + interval '1 day') AT TIME ZONE ${ZONE})`
export const MONTH = sql`(date_trunc('month', ${NOW_IN_LIMA}) AT TIME ZONE ${ZONE})`
/** A day of Lima. */
export const FIRST_OF_MONTH = sql`date_trunc('month', ${NOW_IN_LIMA})::date`
