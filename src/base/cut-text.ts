/** The text, or its beginning with an ellipsis: at most `longest` code units, and no half of a character. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
