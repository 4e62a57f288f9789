import closeWithGrace from 'close-with-grace'
import { StartError, start } from './start.ts'

// `npm start` was killed without a chance to say so: end in good order instead of living on unseen.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

try {
  const running = await start(process.env, process.argv.includes('--dev') ? 'dev' : 'built')
  closeWithGrace({ delay: 20_000, logger: false }, async ({ err }) => {
    if (err) running.app.log.fatal({ err }, 'stopping after an unexpected error')
    await running.close()
  })
  console.log(running.banner)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(`\nCampus no pudo arrancar.\n${error.message}\n`)
  process.exit(1)
}
