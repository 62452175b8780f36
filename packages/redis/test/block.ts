/** Keeps the process from everything else. */
export function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {}
}
