/* The shortest possible start: the same database is opened, and Fastify listens. */
import { PGlite } from '@electric-sql/pglite'
import { postgis } from '@electric-sql/pglite-postgis'
import Fastify from 'fastify'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('needs the folder of the database')
const app = Fastify()
const database = await PGlite.create(folder, { extensions: { postgis } })
app.get('/', () => database.query('select 1'))
await app.listen({ host: '127.0.0.1', port: 0 })
console.log('listens')
process.once('SIGINT', () => void app.close().then(() => database.close()))
