/** The lines of a text of Markdown, at most 118 columns wide. Code is not divided. */
export function wrapped(text: string, indent: string): string[] {
  const words = text.match(/(?:`[^`]*`|\S)+|^ +/g) ?? []
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    const longer = line.trim() === '' ? line + word : `${line} ${word}`
    if (longer.length <= 118) lines[lines.length - 1] = longer
    else lines.push(indent + word)
  }
  return lines
}
