// What is typed between the call of the palette and its field: its script may still be on its way, and the field takes the
// focus only once it stands.
let typed = '';

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key;
  const stands = event.target instanceof Element && event.target.matches('[aria-controls=palette-results]');
  if (stands || key === 'Escape' || key === 'Tab') {
    takeTyping();
    return;
  }
  if (key === 'Backspace') typed = typed.slice(0, -1);
  else if (key.length === 1) typed += key;
  else if (key !== 'Enter') return;
  // None of it is meant for the page behind, whose keys would act on it.
  event.preventDefault();
  event.stopPropagation();
}

/** Begins to keep the keys. */
export function keepTyping(): void {
  typed = '';
  window.addEventListener('keydown', keep, true);
  // Who presses something else waits for the palette no more.
  window.addEventListener('pointerdown', takeTyping, { capture: true, once: true });
}

/** Ends it and answers what was typed. */
export function takeTyping(): string {
  window.removeEventListener('keydown', keep, true);
  window.removeEventListener('pointerdown', takeTyping, true);
  const taken = typed;
  typed = '';
  return taken;
}
