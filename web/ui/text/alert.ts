/** The messages of this screen appear as browser alerts (specification, section 2). The one place that raises them. */
export function alertUser(message: string): void {
  window.alert(message)
}

/** @returns whether it is agreed to. */
export function askUser(question: string): boolean {
  return window.confirm(question)
}
