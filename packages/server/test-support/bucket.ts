// A bucket in memory that speaks as much of S3 as the file store asks for: objects put (whole or in parts), read in parts
// and removed.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestBucket {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  close(): Promise<void>;
}

export async function testBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const metadata = new Map<string, Record<string, string>>();
  const multipart = new Map<string, Map<number, Buffer>>();
  const server = createServer(async (request, reply) => {
    const url = new URL(request.url ?? '/', 'http://bucket');
    const key = url.pathname.split('/').pop() ?? '';
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
      const answer = await inParts(request, { key, query: url.searchParams, objects, multipart });
      return answer === null
        ? reply.writeHead(404).end(missing('NoSuchUpload'))
        : reply.writeHead(200, { etag: '"1"' }).end(answer);
    }
    const body = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, await bodyOf(request));
      const own = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'));
      metadata.set(key, Object.fromEntries(own) as Record<string, string>);
      return reply.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return reply.writeHead(204).end();
    }
    if (!body) return reply.writeHead(404).end(request.method === 'HEAD' ? '' : missing('NoSuchKey'));
    const headers = { 'content-length': body.length, ...metadata.get(key) };
    if (request.method === 'HEAD') return reply.writeHead(200, headers).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) return reply.writeHead(200, headers).end(body);
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

const missing = (code: string) => `<Error><Code>${code}</Code></Error>`;

interface PartsRequest {
  key: string;
  query: URLSearchParams;
  objects: Map<string, Buffer>;
  multipart: Map<string, Map<number, Buffer>>;
}

/** One step of an upload in parts: begun, a part, the list of parts, finished or given up. Null: no such upload. */
async function inParts(
  request: IncomingMessage,
  { key, query, objects, multipart }: PartsRequest,
): Promise<string | null> {
  if (query.has('uploads')) {
    const id = randomUUID();
    multipart.set(id, new Map());
    return `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
  }
  const id = query.get('uploadId') ?? '';
  const parts = multipart.get(id);
  if (!parts) return null;
  const sorted = [...parts].sort(([a], [b]) => a - b);
  if (request.method === 'PUT') {
    parts.set(Number(query.get('partNumber')), await bodyOf(request));
    return '';
  }
  if (request.method === 'GET') {
    const list = sorted.map(
      ([number, body]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>"1"</ETag><Size>${body.length}</Size></Part>`,
    );
    return `<ListPartsResult>${list.join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`;
  }
  multipart.delete(id);
  if (request.method === 'DELETE') return '';
  objects.set(key, Buffer.concat(sorted.map(([, body]) => body)));
  return `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`;
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
