import { useEffect } from 'react';

const LAYERS = '.mantine-Modal-content, .mantine-Drawer-content';
const CLOSE = '.mantine-Modal-close, .mantine-Drawer-close';

/**
 * Escape closes the top layer alone, the way its cross does. Mantine's own closing is off (theme.ts): with a dialog over a
 * drawer each of the two would answer the same key, and what was typed would go without a question.
 */
export function useEscapeClosesTop(): void {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.repeat) return;
      // An open list in the layer takes the key for itself.
      if (
        event.target instanceof Element &&
        event.target.getAttribute('data-mantine-stop-propagation') === 'true'
      )
        return;
      // Later in the document is drawn above.
      const top = [...document.querySelectorAll<HTMLElement>(LAYERS)].at(-1);
      top?.querySelector<HTMLElement>(CLOSE)?.click();
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, []);
}
