/**
 * Reads the data of server-sent events from their text, however it is cut into pieces. Comments, names and ids, which
 * ours do not have, are passed over.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function createEventParser(): (piece: string) => string[] {
  let unread = ''
  let data: string[] = []

  return (piece) => {
    // The end of a piece may be half of a line's end.
    const lines = (unread + piece).split(/\r\n|\n|\r(?!$)/)
    unread = lines.pop() ?? ''
    const events: string[] = []
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
      if (line !== '') continue
      if (data.length > 0) events.push(data.join('\n'))
      data = []
    }
    return events
  }
}
