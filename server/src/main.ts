import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import closeWithGrace from 'close-with-grace'
import './start/imports.ts'

// Loaded after the line above has run.
const { StartError, start, startWorkers } = await import('./start/start.ts')

// When `npm start`, or the first of several processes, is killed: stop as if told to.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

/** `--dev`: pages by Vite; `--api`: no pages, for tests of the API alone. */
const asked = (['dev', 'api'] as const).find((mode) => process.argv.includes(`--${mode}`))
const pages = ({ dev: 'dev', api: 'none', built: 'built' } as const)[asked ?? 'built']

try {
  const running = (cluster.isPrimary && (await startWorkers(process.env))) || (await start(process.env, pages))
  const { banner, close, report, stopMs } = running
  closeWithGrace(
    {
      delay: stopMs,
      logger: false,
      onSecondError: (err) => err instanceof Error && report(err),
      onTimeout: (ms) => report(new Error(`stopping took longer than ${ms / 1000} s`)),
    },
    async ({ err }) => {
      if (err) report(err)
      await close().catch((error: Error) => {
        report(error)
        throw error
      })
    },
  )
  if (cluster.isWorker) process.send?.({ banner })
  else {
    console.log(banner)
    // From now on `npm start` restarts the program if it dies (scripts/run.mjs).
    process.send?.('listo')
  }
  // For a start after a kill: Node itself writes it at an orderly end only.
  flushCompileCache()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  if (error.message) console.error(`\nCampus no pudo arrancar.\n${error.message}\n`)
  process.exit(1)
}
