interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  currentTarget: { value: string };
  preventDefault: () => void;
}
interface Writing {
  data: string | null;
  currentTarget: { value: string };
  preventDefault: () => void;
}

/**
 * For boxes of digits (specification 5): digits only, and one decimal point where decimals are allowed; other printable
 * keys are blocked. What is pasted is filtered by the box itself.
 */
export function numericOnly({ decimals = false }: { decimals?: boolean } = {}) {
  const fits = (text: string, before: string): boolean =>
    decimals && text === '.' ? !before.includes('.') : /^\d*$/.test(text);
  return {
    inputMode: decimals ? 'decimal' : 'numeric',
    onKeyDown: (event: Key) => {
      const printable = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (printable && !fits(event.key, event.currentTarget.value)) event.preventDefault();
    },
    // Keyboards of phones tell no key, only what they are about to write.
    onBeforeInput: (event: Writing) => {
      if (event.data?.length === 1 && !fits(event.data, event.currentTarget.value)) event.preventDefault();
    },
  } as const;
}
