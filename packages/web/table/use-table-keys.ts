import { useEffect, useRef } from 'react';

export interface TableKeys {
  search: () => void;
  move: (step: 1 | -1) => void;
  toggle: () => void;
  open: () => void;
  /** Undefined where there is nothing to edit: the key is then free for the page. */
  edit: () => (() => void) | undefined;
  /** Leaves the row; undefined when none is chosen. */
  leave: () => (() => void) | undefined;
  create: () => void;
  help: () => void;
  /** The action that a row gives a key of its own, if it does. */
  own: (key: string) => (() => void) | undefined;
}

// Of several tables on a page the first one listens; the next takes over when it leaves.
const tables = new Set<symbol>();

/** Whether a key goes into a text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

// Letters mean nothing to a box that was just ticked.
const isTick = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'checkbox';

/** Whether a dialog, drawer, menu or list of choices is to be seen; closed lists may stay in the page. */
export const layerOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some(
    (layer) => layer.getClientRects().length > 0,
  );

/** The keys of a list: `/` search, `j` `k` rows, `x` select, `o` open, `e` edit, `n` new, `?` help (look.md 3). */
export function useTableKeys(keys: TableKeys, enabled: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    const me = Symbol('table');
    tables.add(me);
    const press = (event: KeyboardEvent) => {
      if (
        tables.values().next().value !== me ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (isTyping(event.target) && !isTick(event.target)) ||
        layerOpen()
      )
        return;
      const actions: Record<string, (() => void) | undefined> = {
        '/': latest.current.search,
        j: () => latest.current.move(1),
        k: () => latest.current.move(-1),
        x: latest.current.toggle,
        o: latest.current.open,
        e: latest.current.edit(),
        Escape: latest.current.leave(),
        n: latest.current.create,
        '?': latest.current.help,
      };
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : latest.current.own(event.key);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      tables.delete(me);
    };
  }, [enabled]);
}
