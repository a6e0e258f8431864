import type { FastifyInstance } from 'fastify';

/** Opens the port (default: any free one on 127.0.0.1) and gives the address without a slash at the end. */
export async function listenOn(
  app: FastifyInstance,
  where: { port?: number; host?: string },
): Promise<string> {
  const host = where.host ?? '127.0.0.1';
  await app.listen({ port: where.port ?? 0, host });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : where.port;
  // Browsers and clients cannot call 0.0.0.0.
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name}:${port}`;
}
