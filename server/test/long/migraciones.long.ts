// Migrates every released schema while it serves, the oldest, the oldest that may and the newest with 200,000 students: nothing
// fails or is lost. Releases of before an exclusive migration are never migrated while they serve, so their locks have no bar.
import { it } from 'vitest'
import { programOfBefore } from './before.ts'
import { FIRST_BESIDE, migrateFrom, STEPS } from './migrations.ts'
import { updateToNext } from './upgrade.ts'

const MANY = Number(process.env.STUDENTS ?? 200_000)
const LAST = STEPS.length - 1

it.each(STEPS.map((name, step) => ({ name, step })))('from $name', ({ step }) =>
  migrateFrom(step, [0, FIRST_BESIDE, LAST].includes(step) ? MANY : Math.min(MANY, 5000)),
)

it('the previous release on the newest schema', (context) => programOfBefore(STEPS, context))

it('an update that wants all copies stopped, and back', updateToNext)
