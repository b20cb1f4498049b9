// Stands for the product in `npm-start.api.test.ts`: it runs until its parent has died, and says where it listens.
import { createServer } from 'node:net'

const server = createServer()
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => process.exit(0))
server.listen(0, '127.0.0.1', () => console.log(`listens ${server.address().port} as ${process.pid}`))
