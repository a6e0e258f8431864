// A bucket in memory that speaks as much of S3 as the file store asks for: objects put, read in parts and removed.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestBucket {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  close(): Promise<void>;
}

export async function testBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, reply) => {
    const key = new URL(request.url ?? '/', 'http://bucket').pathname.split('/').pop() ?? '';
    const body = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, await bodyOf(request));
      return reply.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return reply.writeHead(204).end();
    }
    if (!body) return reply.writeHead(404).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) return reply.writeHead(200, { 'content-length': body.length }).end(body);
    const part = body.subarray(Number(range[1]), Number(range[2]) + 1);
    return reply
      .writeHead(206, {
        'content-length': part.length,
        'content-range': `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${body.length}`,
      })
      .end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  return request.headers['x-amz-decoded-content-length'] === undefined ? whole : fromChunks(whole);
}

/** `<length in hex>[;signature]\r\n<bytes>\r\n` until a length of 0; trailers follow. */
function fromChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.toString('latin1', at, line), 16);
    if (!length) break;
    parts.push(body.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
  return Buffer.concat(parts);
}
