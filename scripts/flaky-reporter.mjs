// A Vitest reporter: writes the tests that failed first and passed when they were tried again.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './prepare.mjs'

/** A JSON list of `{ title, reason }`, the reason being how the first try failed. */
export const FLAKY_TESTS = join(ROOT, 'node_modules/.cache/vitest-flaky.json')

export default class FlakyReporter {
  flaky = []

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const [first] = test.result().errors ?? []
    this.flaky.push({
      title: `${test.module.relativeModuleId} › ${test.fullName}`,
      reason: first?.stack ?? first?.message ?? '',
    })
  }

  onTestRunEnd() {
    mkdirSync(dirname(FLAKY_TESTS), { recursive: true })
    writeFileSync(FLAKY_TESTS, JSON.stringify(this.flaky))
  }
}
