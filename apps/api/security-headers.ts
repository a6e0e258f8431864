import { randomBytes } from 'node:crypto';
import type { PagePolicy } from '@aangan/contract/page-policy.ts';
import type { FastifyInstance } from 'fastify';

/** Where the payment provider's checkout lives; only payment pages may contact it (promise W6). */
export interface CheckoutOrigins {
  script: string;
  frame: string;
  connect: string;
}

/** What stands on every response. Everything that is not a page: nothing may run from it. */
export const responseHeaders: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(self), display-capture=(self), geolocation=(self), payment=(), usb=(), interest-cohort=()',
  'x-robots-tag': 'noindex',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
};

/** Security headers on every response, errors included (promise W1). */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(responseHeaders);
    done();
  });
}

/**
 * The header of one HTML page's policy, with a fresh nonce for its style elements. `framedBy`: origins whose pages may show it
 * inside their own; none for every page but the enquiry form (promise W2). `apis`: origins of the API besides the page's.
 */
export function pagePolicy(
  policy: PagePolicy,
  checkout: CheckoutOrigins,
  framedBy: readonly string[],
  apis: readonly string[],
): { nonce: string; header: string } {
  const nonce = randomBytes(16).toString('base64');
  const paying = policy === 'checkout';
  const header = [
    "default-src 'none'",
    `script-src 'self'${paying ? ` ${checkout.script}` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...apis].join(' ')}${paying ? ` ${checkout.connect}` : ''}`,
    // Of our own answers only a PDF lets itself be framed (file-endpoints.ts): papers are read beside the form.
    `frame-src ${paying ? checkout.frame : "'self'"}`,
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types default dompurify 'allow-duplicates' aangan-checkout",
  ].join('; ');
  return { nonce, header };
}
