/* A mail server that takes everything and keeps nothing, for `checks/bare-machine.sh guide`. */
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { SMTPServer } = createRequire(join(process.argv[2], 'package.json'))('smtp-server')
new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => stream.resume().on('end', done),
}).listen(2525, '127.0.0.1')
