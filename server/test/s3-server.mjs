// Test S3 server as a child process: PORT, and DIRECTORY for its files.
import S3rver from '@20minutes/s3rver'

const server = new S3rver({
  address: '127.0.0.1',
  port: Number(process.env.PORT),
  directory: process.env.DIRECTORY,
  silent: true,
  vhostBuckets: false,
  configureBuckets: ['campus', 'otro'].map((name) => ({ name })),
})
// Unlike S3, it signs the bucket URL without trailing slash and cannot check signatures of lists.
server.middleware.unshift((context, next) => {
  if (/^\/[^/]+\/$/.test(context.path))
    context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } })
  return next()
})
await server.run()
process.stdout.write('listens')
