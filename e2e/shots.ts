/**
 * `npm run shots`: a picture of every screen and state, at 360 and 1440 px, light and dark, in shots/<screen>/.
 *
 *   npm run shots -- leccion dashboard              only screens whose name contains one of the words
 *   npm run shots -- login --url http://localhost:5173 --ancho 360 --esquema claro --cara lleno
 *
 * With --url the demo account alumno@demo.pe gets a history (an exam passed, one failed) the first time.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { startApplication } from './support/application.ts'
import { chromiumOptions } from './support/chromium.ts'
import { pressWhenReady } from './support/ready.ts'
import type { Face, Screen } from './support/screen.ts'
import { fits, SCREENS } from './support/screens.ts'
import { type Campus, keepInside, openCampus, visit } from './support/visit.ts'

const FOLDER = fileURLToPath(new URL('../shots', import.meta.url))
const SIZES = {
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
}
const SCHEMES = { claro: 'light', oscuro: 'dark' } as const
const TOGETHER = 2

type Width = keyof typeof SIZES
type Scheme = keyof typeof SCHEMES
type Shot = { screen: Screen; face: Face; width: Width; scheme: Scheme }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    ancho: { type: 'string', multiple: true, default: ['360', '1440'] },
    esquema: { type: 'string', multiple: true, default: ['claro', 'oscuro'] },
    cara: { type: 'string', multiple: true },
  },
})

function wanted(): Shot[] {
  const screens = SCREENS.filter(({ name }) => positionals.length === 0 || positionals.some((w) => name.includes(w)))
  const widths = values.ancho.map(Number).filter((width): width is Width => width in SIZES)
  const schemes = values.esquema.filter((scheme): scheme is Scheme => scheme in SCHEMES)
  return screens.flatMap((screen) =>
    (screen.faces ?? ['lleno'])
      .filter((face) => !values.cara || values.cara.includes(face))
      .flatMap((face) =>
        widths
          .filter((width) => fits(screen, width))
          .flatMap((width) => schemes.map((scheme) => ({ screen, face, width, scheme }))),
      ),
  )
}

async function draw(browser: Browser, campus: Campus, shot: Shot): Promise<void> {
  const { screen, face, width, scheme } = shot
  const phone = width < 768
  const context = await browser.newContext({
    viewport: SIZES[width],
    hasTouch: phone,
    isMobile: phone,
    colorScheme: SCHEMES[scheme],
    reducedMotion: 'reduce',
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    // What its worker asks for passes by the routes that a screen's state is made of.
    serviceWorkers: 'block',
  })
  pressWhenReady(context)
  try {
    await keepInside(context, campus.url)
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await visit(page, campus, screen, face)
    await mkdir(join(FOLDER, screen.name), { recursive: true })
    // What is out of sight would be missing in a picture of the whole page.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
    await page.screenshot({ path: join(FOLDER, screen.name, `${face}-${width}-${scheme}.png`), fullPage: true })
  } finally {
    await context.close()
  }
}

async function drawAll(browser: Browser, campus: Campus, shots: Shot[]): Promise<string[]> {
  const failures: string[] = []
  const queue = [...shots]
  const work = async () => {
    for (let shot = queue.shift(); shot; shot = queue.shift()) {
      const { screen, face, width, scheme } = shot
      await draw(browser, campus, shot).catch((error: Error) =>
        failures.push(`${screen.name} ${face} ${width} ${scheme}: ${error.message.split('\n')[0]}`),
      )
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return failures
}

const shots = wanted()
const own = values.url ? undefined : await startApplication()
const browser = await chromium.launch(await chromiumOptions())
try {
  const campus = await openCampus((values.url ?? own?.url ?? '').replace(/\/$/, ''))
  const failures = await drawAll(browser, campus, shots)
  console.log(`${shots.length - failures.length} pictures in ${FOLDER}`)
  for (const failure of failures) console.error(`  ${failure}`)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await own?.stop()
}
