declare global {
  interface Window {
    /** Read by the scroll-lock library for its style element. */
    __webpack_nonce__?: string;
    trustedTypes?: {
      createPolicy: (name: string, rules: Record<string, (text: string) => string>) => unknown;
    };
  }
}

const found = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** The page's nonce for style elements; empty in development. */
export const cspNonce = found.startsWith('__') ? '' : found;

/**
 * Page policy `require-trusted-types-for 'script'`: the only texts that may become markup are style sheets (no `<` can
 * stand in them), the only scripts our own.
 */
export function allowOwnStylesAndWorkers(): void {
  if (cspNonce) window.__webpack_nonce__ = cspNonce;
  const refuse = (): string => {
    throw new TypeError('This page accepts no markup from texts');
  };
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? refuse() : text),
    createScript: refuse,
    createScriptURL: (url) =>
      new URL(url, window.location.href).origin === window.location.origin ? url : refuse(),
  });
}
