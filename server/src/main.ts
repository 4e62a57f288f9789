import cluster from 'node:cluster'
import './platform/quick-imports.ts'

// `npm start`, or the first of several processes, was killed without a chance to say so: end in good order instead of
// living on unseen.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

// Only now: what is imported in the usual way is imported before the first line.
const [{ default: closeWithGrace }, { reportReady }, { StartError, start, startWorkers }] = await Promise.all([
  import('close-with-grace'),
  import('./platform/workers.ts'),
  import('./start.ts'),
])

/** `--dev`: pages by Vite; `--api`: no pages, as tests of the program alone want it. */
const asked = (['dev', 'api'] as const).find((mode) => process.argv.includes(`--${mode}`))
const pages = ({ dev: 'dev', api: 'none', built: 'built' } as const)[asked ?? 'built']

try {
  const running = (cluster.isPrimary && (await startWorkers(process.env))) || (await start(process.env, pages))
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= running.close()
    return closing
  }
  const { report, patienceMs } = running
  closeWithGrace(
    {
      delay: patienceMs,
      logger: false,
      onSecondError: (err) => err instanceof Error && report(err),
      // Each way to end with 1 has its word in the log.
      onTimeout: (ms) => report(new Error(`stopping took longer than ${ms / 1000} s`)),
    },
    async ({ err }) => {
      if (err) report(err)
      // What fails here would end the program with 1 and without a word.
      await close().catch((error: Error) => {
        report(error)
        throw error
      })
    },
  )
  const told = reportReady(running.banner, () =>
    close().then(
      () => process.exit(0),
      (error: Error) => {
        report(error)
        process.exit(1)
      },
    ),
  )
  if (!told) {
    console.log(running.banner)
    // Who started us starts us again if we die from now on (scripts/run.mjs).
    process.send?.('listo')
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  if (error.message) console.error(`\nCampus no pudo arrancar.\n${error.message}\n`)
  process.exit(1)
}
