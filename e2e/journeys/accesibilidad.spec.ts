import { faultsOfLargeText } from '../support/large-text.ts'
import { SCREENS } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

/** The browser logs the failed requests that these states provoke. */
const PROVOKED = [
  /status of (401|403|404|409|422|500|503)/,
  // The second is what the cut line answers (support/line.ts).
  /ERR_INTERNET_DISCONNECTED|ERR_SOCKS/,
  /ERR_FAILED/,
  // Chunks that were still loading when the screen went offline.
  /Unable to preload CSS/,
  /dynamically imported module/,
]

/** Where visitors and students spend their time. The screens behind the login come last: they keep a session in the browser. */
const MAIN_SCREENS = [
  'portada',
  'catalogo',
  'curso-en-venta',
  'carrito-lleno',
  'login',
  'dashboard',
  'modulos',
  'leccion',
  'examen-pregunta',
  'foro',
]

for (const name of MAIN_SCREENS)
  test(`la pantalla principal ${name} es accesible`, { tag: ['@gate', '@telefono'] }, async ({ page, campus, axe }) => {
    const screen = SCREENS.find((one) => one.name === name)
    if (!screen) throw new Error(`no screen ${name}`)
    await visit(page, campus, screen, 'lleno')
    await axe(page)
  })

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
    // The other faces differ little with the width, so they are inspected on the narrow one.
    const faces = (isMobile && screen.faces) || (['lleno'] as const)
    for (const face of faces)
      await test.step(face, async () => {
        await page.context().setOffline(false)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await visit(page, campus, screen, face)
        await axe(page)
        if (isMobile) expect.soft(await faultsOfLargeText(page), `text at 200 % of ${page.url()}`).toEqual([])
      })
  })
