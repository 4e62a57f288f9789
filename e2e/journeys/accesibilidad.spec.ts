import { SCREENS } from '../support/screens.ts'
import { test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

/** What these states provoke: refused and unanswered requests, which the browser notes. */
const PROVOKED = [/status of (401|403|404|422|500)/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/]

for (const screen of SCREENS)
  test(`accesible: ${screen.name}`, { tag: `@${screen.only ?? 'tableta'}` }, async ({
    page,
    campus,
    axe,
    watch,
    isMobile,
  }) => {
    test.setTimeout(150_000)
    watch.allow(...PROVOKED)
    // The other faces differ little with the width: they are inspected where there is least room.
    const faces = (isMobile && screen.faces) || (['lleno'] as const)
    for (const face of faces)
      await test.step(face, async () => {
        await page.context().setOffline(false)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await visit(page, campus, screen, face)
        await axe(page)
      })
  })
