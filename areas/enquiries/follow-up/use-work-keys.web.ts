import { isTyping, layerOpen } from '@aangan/web/table/use-table-keys.ts';
import { useLayoutEffect, useRef } from 'react';

type WorkKeys = Readonly<Record<string, (() => void) | undefined>>;

/** A button or link under the focus answers Enter and Space itself. */
const isPressed = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof HTMLElement &&
  event.target.closest('a, button, [role="tab"], [role="option"]') !== null;

/** A list on the page takes these even when it has nothing to do for them. */
const ALWAYS_TAKEN = new Set(['n', '?']);

/**
 * One key each for the counsellor's actions (enquiries.md 4), while nothing is typed. `inLayer`: the keys belong to an open
 * drawer or dialog; all others keep still meanwhile.
 */
export function useWorkKeys(keys: WorkKeys, { enabled = true, inLayer = false } = {}): void {
  const latest = useRef(keys);
  latest.current = keys;
  // With the drawing, not after it: who sees the button may press its key.
  useLayoutEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isPressed(event))
        return;
      if (layerOpen() !== inLayer || (event.defaultPrevented && !ALWAYS_TAKEN.has(event.key))) return;
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    // At the window, behind the document: a list on the page comes first, whichever of the two was drawn earlier. Else `a`
    // on a chosen row would give away the family of the card.
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [enabled, inLayer]);
}
