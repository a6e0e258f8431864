// Providers send ids of up to 19 digits as JSON numbers; as a JavaScript number they would lose their last digits.

const WHOLE = /^-?\d+$/;

/**
 * JSON.parse that keeps whole numbers beyond 2^53 as the digits they came in. Undefined for what is no JSON, however deep
 * or broken.
 */
export function parseLossless(text: string): unknown {
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' &&
      Math.abs(value) > Number.MAX_SAFE_INTEGER &&
      WHOLE.test(context?.source ?? '')
        ? context?.source
        : value,
    );
  } catch {
    return undefined;
  }
}
