import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { policyOf } from '@aangan/contract/page-policy.ts';
import type { Screen } from '@aangan/contract/screens.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type CheckoutOrigins, pagePolicy } from './security-headers.ts';

export interface WebApp {
  webDir: string;
  checkout: CheckoutOrigins;
  /** Screens whose document has a policy of its own. */
  screens: readonly Screen[];
  /** Where the pages find the API when it is not their own origin. */
  apiBase: string | null;
}

/** Serves the built web app: hashed assets for a year, the page itself never from a cache, any other path as the page. */
export async function serveWebApp(
  app: FastifyInstance,
  { webDir, checkout, screens, apiBase }: WebApp,
): Promise<(url: string, framedBy: readonly string[]) => { html: string; csp: string }> {
  const template = await readFile(path.join(webDir, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: false,
    setHeaders: (reply, file) => {
      reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      // The service worker is a world of its own: it fetches, under its own policy, the scripts it keeps.
      const worker = /[\\/]sw\.js$/.test(file) ? "; connect-src 'self'" : '';
      reply.header(
        'content-security-policy',
        `default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-hashes'${worker}`,
      );
    },
  });
  const apis = apiBase === null ? [] : [new URL(apiBase).origin];
  return (url, framedBy) => {
    const policy = policyOf(screens, url.split('?')[0] ?? '/');
    const { nonce, header } = pagePolicy(policy, checkout, framedBy, apis);
    const html = template
      .replaceAll('__CSP_NONCE__', nonce)
      .replace('__FRAMED_BY__', framedBy.join(' '))
      .replace('__PAGE_POLICY__', policy)
      .replace('__API_BASE__', encodeURI(apiBase ?? ''));
    return { html, csp: header };
  };
}
